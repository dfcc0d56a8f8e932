const day = 24 * 3_600_000;

/**
 * How long a replaced key is published: longer than a licence file of 13 months with its grace period, so that every file
 * can be verified to its end.
 */
export const replacedKeyDays = 430;

/** The most published keys of a workspace. Rotation by age stays below it; only rotation by hand can reach it. */
export const maxListedKeys = 20;

/** Of withdrawn keys, the latest are listed to the workspace. */
export const maxWithdrawnKeys = 20;

export const signingKeyStates = ['Active', 'Replaced', 'Withdrawn'] as const;
export type SigningKeyState = (typeof signingKeyStates)[number];

/** Times of a key. */
export interface SigningKeyLife {
  readonly madeAt: Date;
  readonly replacedAt: Date | null;
  readonly withdrawnAt: Date | null;
}

export function signingKeyState({ replacedAt, withdrawnAt }: SigningKeyLife): SigningKeyState {
  if (withdrawnAt !== null) return 'Withdrawn';
  return replacedAt === null ? 'Active' : 'Replaced';
}

/** Until when the key is published; null: it is active. A withdrawn key is not published at all. */
export function listedUntil({ replacedAt, withdrawnAt }: SigningKeyLife): Date | null {
  if (withdrawnAt !== null) return withdrawnAt;
  return replacedAt === null ? null : new Date(replacedAt.getTime() + replacedKeyDays * day);
}

export function isListed(life: SigningKeyLife, now: Date): boolean {
  const until = listedUntil(life);
  return until === null || (life.withdrawnAt === null && now < until);
}

/** The published keys as a JWK set: the active one first, then the latest replaced. */
export function jwkSet(
  keys: readonly (SigningKeyLife & { readonly kid: string; readonly x: string })[],
  now: Date,
) {
  const replacement = ({ replacedAt }: SigningKeyLife) => replacedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const listed = keys.filter((key) => isListed(key, now)).sort((a, b) => replacement(b) - replacement(a));
  return {
    keys: listed.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' })),
  };
}

/** Whether the settings demand another key; a workspace that has reached the maximum keeps its key. */
export function isRotationDue(
  keys: readonly SigningKeyLife[],
  maxAgeDays: number | null,
  now: Date,
): boolean {
  const active = keys.find((key) => signingKeyState(key) === 'Active');
  if (!active || maxAgeDays === null) return false;
  return now.getTime() - active.madeAt.getTime() >= maxAgeDays * day && mayRotate(keys, now);
}

export function mayRotate(keys: readonly SigningKeyLife[], now: Date): boolean {
  return keys.filter((key) => isListed(key, now)).length < maxListedKeys;
}

/** What a withdrawal means, for the person who made it. */
export function withdrawalConsequence(licenceFiles: number): string {
  const files =
    licenceFiles === 0
      ? 'No licence file in use was signed with it.'
      : `Licence files signed with it, ${licenceFiles} in use, must be issued again.`;
  return (
    'The key is not published any more, so nothing that it signed is trusted: entitlement tokens are signed with the active ' +
    `key from now on. ${files} Installations that have the key compiled in trust it until they are updated.`
  );
}
