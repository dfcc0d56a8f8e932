import { type Refusal, refuseInvalid } from '../refusal.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const challengeLifetime = 24 * hour;
export const maxWrongTries = 10;
export const defaultRotationOverlap = 24 * hour;
export const maxRotationOverlap = 30 * day;

export interface ApiKeyLife {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export function isKeyAlive(key: ApiKeyLife, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}

/** A new key has not ended before it was made, and lives no longer than the workspace allows. */
export function checkKeyExpiry(
  expiresAt: Date | null,
  maxAgeDays: number | null,
  now: Date,
): Refusal | undefined {
  if (expiresAt !== null && expiresAt <= now) {
    return refuseInvalid([{ path: 'expiresAt', rule: 'future', message: 'must be still to come' }]);
  }
  if (maxAgeDays === null) return undefined;
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime() + maxAgeDays * day) return undefined;
  const message = `must be given, ${maxAgeDays} days ahead at most: the workspace's setting`;
  return refuseInvalid([{ path: 'expiresAt', rule: 'maxAge', message }]);
}

/** A rotated key lives on for the overlap, but never longer than it would have lived anyway. */
export function expiryAfterRotation(key: ApiKeyLife, overlap: number, now: Date): Date {
  const end = new Date(now.getTime() + overlap);
  return key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
}

/** Text that proves an application is its client's: 32 random bytes, easy to paste. */
export function makeChallenge(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type ApplicationCredentialStatus = 'PendingVerification' | 'Active';

/** One workspace's claim that an application is its own, as seen by a call that tries to prove it. */
export interface VerificationClaim {
  readonly credentialId: string;
  readonly apiClientId: string;
  readonly status: ApplicationCredentialStatus;
  readonly isClientEnabled: boolean;
  readonly challengeMatches: boolean;
  readonly challengeExpiresAt: Date;
  readonly wrongTries: number;
}

export type VerificationDecision =
  | { readonly outcome: 'activate' | 'already-active'; readonly claim: VerificationClaim }
  /** `countTryOn`: the pending claims that this wrong guess was spent on. */
  | { readonly outcome: 'refuse'; readonly countTryOn: readonly string[] };

/**
 * The claims are all those on one application in one tenant, of any workspace; the token has already proven
 * application and tenant. The challenge picks the claim: a pending one becomes active while its 24 hours and its
 * ten tries last, an active one is confirmed again. An application can be active once only, so a second proof is
 * refused. A challenge that fits no claim costs every pending one a try.
 */
export function decideVerification(claims: readonly VerificationClaim[], now: Date): VerificationDecision {
  const open = claims.filter((claim) => claim.isClientEnabled);
  const active = claims.find((claim) => claim.status === 'Active');
  if (active?.isClientEnabled && active.challengeMatches) return { outcome: 'already-active', claim: active };

  const proven = open.find((claim) => claim.status === 'PendingVerification' && claim.challengeMatches);
  if (proven) {
    const stands = now < proven.challengeExpiresAt && proven.wrongTries < maxWrongTries && !active;
    return stands ? { outcome: 'activate', claim: proven } : { outcome: 'refuse', countTryOn: [] };
  }
  const guessedAt = open.filter(
    (claim) => claim.status === 'PendingVerification' && claim.wrongTries < maxWrongTries,
  );
  return { outcome: 'refuse', countTryOn: guessedAt.map((claim) => claim.credentialId) };
}
