/** A licence file that was revoked before its end. */
export interface RevokedFile {
  /** Its `jti`. */
  readonly licenceFileId: string;
  readonly expiresAt: Date;
  readonly graceSeconds: number;
  readonly revokedAt: Date;
}

/** Times are whole seconds since 1970. */
export interface RevocationClaims {
  readonly iss: string;
  readonly iat: number;
  readonly exp: number;
  readonly nextUpdate: number;
  readonly revoked: readonly { readonly jti: string; readonly exp: number; readonly revokedAt: number }[];
}

const secondsOfHour = 3_600;
const lifetime = 24 * secondsOfHour;

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1_000);

/** The start of the hour, during which the same files make the same list. */
export function revocationHour(now: Date): number {
  return Math.floor(secondsOf(now) / secondsOfHour) * secondsOfHour;
}

/**
 * The revocation list of this instant. It is dated by the hour, or by a revocation since: every node makes the same list
 * without agreeing on one. A file is listed until the hour in which its grace period ends.
 */
export function revocationList(issuer: string, files: readonly RevokedFile[], now: Date): RevocationClaims {
  const hour = revocationHour(now);
  const listed = files.filter(({ expiresAt, graceSeconds }) => hour < secondsOf(expiresAt) + graceSeconds);
  const iat = listed.reduce((latest, { revokedAt }) => Math.max(latest, secondsOf(revokedAt)), hour);
  const revoked = listed
    .map(({ licenceFileId, expiresAt, revokedAt }) => ({
      jti: licenceFileId,
      exp: secondsOf(expiresAt),
      revokedAt: secondsOf(revokedAt),
    }))
    .sort((a, b) => (a.jti < b.jti ? -1 : 1));
  const nextUpdate = iat + lifetime;
  return { iss: issuer, iat, exp: nextUpdate, nextUpdate, revoked };
}
