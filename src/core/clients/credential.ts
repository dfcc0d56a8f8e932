import { type Refusal, refuseInvalid } from '../refusal.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const challengeLifetime = 24 * hour;
export const maxWrongAttempts = 10;
export const defaultRotationOverlap = 24 * hour;
export const maxRotationOverlap = 30 * day;

export interface ApiKeyLife {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export function isKeyAlive(key: ApiKeyLife, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}

/** A new key must expire in the future, and within the maximum age of the workspace. */
export function checkKeyExpiry(
  expiresAt: Date | null,
  maxAgeDays: number | null,
  now: Date,
): Refusal | undefined {
  if (expiresAt !== null && expiresAt <= now) {
    return refuseInvalid([{ path: 'expiresAt', rule: 'future', message: 'must be in the future' }]);
  }
  if (maxAgeDays === null) return undefined;
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime() + maxAgeDays * day) return undefined;
  const message = `is required and must be within ${maxAgeDays} days, the maximum age set by the workspace`;
  return refuseInvalid([{ path: 'expiresAt', rule: 'maxAge', message }]);
}

/** A rotated key stays valid for the overlap, but never beyond its own expiry. */
export function expiryAfterRotation(key: ApiKeyLife, overlap: number, now: Date): Date {
  const end = new Date(now.getTime() + overlap);
  return key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
}

/** The challenge that proves ownership of an application: 32 random bytes in hexadecimal. */
export function makeChallenge(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type ApplicationCredentialStatus = 'PendingVerification' | 'Active';

/** An ownership claim of one workspace on an application, with the result of comparing the challenge. */
export interface VerificationClaim {
  readonly credentialId: string;
  readonly apiClientId: string;
  readonly status: ApplicationCredentialStatus;
  readonly isClientEnabled: boolean;
  readonly challengeMatches: boolean;
  readonly challengeExpiresAt: Date;
  readonly wrongAttempts: number;
}

export type VerificationDecision =
  | { readonly outcome: 'activate' | 'already-active'; readonly claim: VerificationClaim }
  /** `countTryOn`: the pending claims that count this wrong attempt. */
  | { readonly outcome: 'refuse'; readonly countTryOn: readonly string[] };

/**
 * Decides among all ownership claims on one application in one tenant, of every workspace; the token has already proven
 * application and tenant. The challenge selects the claim. A pending claim becomes active within 24 hours and ten wrong
 * attempts; an active claim is confirmed again. Only one claim can be active. A challenge that matches no claim counts
 * as a wrong attempt on every pending claim.
 */
export function decideVerification(claims: readonly VerificationClaim[], now: Date): VerificationDecision {
  const open = claims.filter((claim) => claim.isClientEnabled);
  const active = claims.find((claim) => claim.status === 'Active');
  if (active?.isClientEnabled && active.challengeMatches) return { outcome: 'already-active', claim: active };

  const proven = open.find((claim) => claim.status === 'PendingVerification' && claim.challengeMatches);
  if (proven) {
    const isOpen = now < proven.challengeExpiresAt && proven.wrongAttempts < maxWrongAttempts && !active;
    return isOpen ? { outcome: 'activate', claim: proven } : { outcome: 'refuse', countTryOn: [] };
  }
  const guessedAt = open.filter(
    (claim) => claim.status === 'PendingVerification' && claim.wrongAttempts < maxWrongAttempts,
  );
  return { outcome: 'refuse', countTryOn: guessedAt.map((claim) => claim.credentialId) };
}
