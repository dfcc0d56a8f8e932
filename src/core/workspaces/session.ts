const minute = 60_000;
const hour = 60 * minute;

/** Nobody at the desk for an hour. */
export const idleTimeout = 60 * minute;
/** However busy: then they show again who they are. */
export const maxSessionAge = 12 * hour;
/** How exactly it is written down when somebody was last there. */
export const lastSeenInterval = minute;
export const signInLinkLifetime = 15 * minute;

export interface SessionLife {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly revokedAt: Date | null;
}

/** Until when it lasts if nobody comes back. */
export function sessionEnd({ createdAt, lastSeenAt }: Omit<SessionLife, 'revokedAt'>): Date {
  return new Date(Math.min(lastSeenAt.getTime() + idleTimeout, createdAt.getTime() + maxSessionAge));
}

export function isSessionAlive(session: SessionLife, now: Date): boolean {
  return session.revokedAt === null && now < sessionEnd(session);
}

export function isLastSeenDue({ lastSeenAt }: Pick<SessionLife, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= lastSeenInterval;
}

/** The text that a browser or a link carries: 32 random bytes. Only its hash is ever stored. */
export function makeBearerText(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether it can be one at all: anything else is not worth a look-up. */
export function isBearerText(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
