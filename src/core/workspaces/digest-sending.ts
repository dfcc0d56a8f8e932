import { type Leasable, leaseTerms, settle, take } from '../lease.ts';
import { mailRetryPolicy, pauseAfter } from '../retry.ts';
import type { MailAnswer } from './mail.ts';
import { oneLine } from './notice-texts.ts';

/** A digest mail with the state of its delivery. */
export interface SupportDigest extends Leasable {
  readonly digestId: string;
  readonly madeAt: Date;
  /** The addresses that have neither accepted nor refused it. */
  readonly recipients: readonly string[];
  readonly failure: string | null;
  /** When the first recipient accepted it. */
  readonly takenAt: Date | null;
  readonly endedAt: Date | null;
}

/** The usual limit of mail servers. The inbox still has the notices afterwards. */
const maxRetryMilliseconds = 5 * 24 * 60 * 60_000;

export function newDigest(digestId: string, recipients: readonly string[], now: Date): SupportDigest {
  return {
    digestId,
    madeAt: now,
    recipients,
    dueAt: now,
    attempts: 0,
    leasedUntil: null,
    failure: null,
    takenAt: null,
    endedAt: null,
  };
}

/** Leases a digest that is due; null if it is not due, leased or ended. */
export function leaseDigest(digest: SupportDigest, now: Date): SupportDigest | null {
  return digest.endedAt === null ? take(digest, leaseTerms('supportDigest', now)) : null;
}

/**
 * Applies the mail server's response. Recipients that accepted or refused are removed; the others are retried with
 * back-off for five days. Null: the lease has been taken over, so the response is ignored.
 */
export function settleDigest(
  digest: SupportDigest,
  attempt: number,
  answer: MailAnswer,
  now: Date,
  random: number,
): SupportDigest | null {
  const settled = digest.endedAt === null ? settle(digest, attempt) : null;
  if (!settled) return null;
  const done = new Set([...answer.taken, ...answer.refused]);
  const recipients = digest.recipients.filter((address) => !done.has(address));
  const isOver = recipients.length === 0 || now.getTime() - digest.madeAt.getTime() >= maxRetryMilliseconds;
  const pause = pauseAfter(digest.attempts, random, mailRetryPolicy);
  return {
    ...settled,
    recipients,
    failure: answer.failure === null ? null : oneLine(answer.failure),
    takenAt: digest.takenAt ?? (answer.taken.length > 0 ? now : null),
    dueAt: isOver ? digest.dueAt : new Date(now.getTime() + pause),
    endedAt: isOver ? now : null,
  };
}
