/** The attempts to mail one address. */
export interface MailAttempts {
  /** When the mail is due; null: no mail is queued. */
  readonly dueAt: Date | null;
  /** Attempts to send the mail, and the time of the last one. */
  readonly attempts: number;
  readonly attemptedAt: Date | null;
}

export const noAttempts: MailAttempts = { dueAt: null, attempts: 0, attemptedAt: null };

const minute = 60_000;
const day = 24 * 60 * minute;

/** After these attempts, about three days, only a manual request sends another mail. */
const maxAutomaticAttempts = 10;

/** The earliest time of another mail: a back-off of five minutes that doubles up to a day. */
export function nextMailAt({
  attempts,
  attemptedAt,
}: Pick<MailAttempts, 'attempts' | 'attemptedAt'>): Date | null {
  if (attemptedAt === null || attempts === 0) return null;
  return new Date(attemptedAt.getTime() + Math.min(5 * minute * 2 ** Math.min(attempts - 1, 20), day));
}

/** When a new mail to the address is due: as soon as the back-off allows. */
export function queuedAt(mail: MailAttempts, now: Date): Date {
  const earliest = nextMailAt(mail);
  return earliest && earliest > now ? earliest : now;
}

/**
 * Leases a mail that is due; null: it is not. The back-off until the next attempt is the lease: unless it is settled,
 * the mail is due again then, so that a worker that dies loses no mail.
 */
export function leaseMail({ dueAt, attempts }: MailAttempts, now: Date): MailAttempts | null {
  if (dueAt === null || dueAt > now) return null;
  const leased = { attempts: attempts + 1, attemptedAt: now };
  return { ...leased, dueAt: leased.attempts < maxAutomaticAttempts ? nextMailAt(leased) : null };
}
