const minute = 60_000;
const hour = 60 * minute;

export const idleTimeout = 60 * minute;
/** Even an active session requires a new sign-in after this. */
export const maxSessionAge = 12 * hour;
/** The precision of `lastSeenAt`, which spares a write per request. */
const lastSeenInterval = minute;
export const signInLinkLifetime = 15 * minute;

export interface SessionLife {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly revokedAt: Date | null;
}

/** The end of the session if no further request comes. */
export function sessionEnd({ createdAt, lastSeenAt }: Omit<SessionLife, 'revokedAt'>): Date {
  return new Date(Math.min(lastSeenAt.getTime() + idleTimeout, createdAt.getTime() + maxSessionAge));
}

export function isSessionAlive(session: SessionLife, now: Date): boolean {
  return session.revokedAt === null && now < sessionEnd(session);
}

export function isLastSeenDue({ lastSeenAt }: Pick<SessionLife, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= lastSeenInterval;
}

/** The secret of a session cookie or sign-in link: 32 random bytes. Only its hash is stored. */
export function makeBearerText(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Spares a look-up for malformed text. */
export function isBearerText(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
