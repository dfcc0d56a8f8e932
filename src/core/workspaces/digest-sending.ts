import { type Leasable, leaseTerms, settle, take } from '../lease.ts';
import { mailRetryPolicy, pauseAfter } from '../retry.ts';
import type { MailAnswer } from './mail.ts';
import { oneLine } from './notice-texts.ts';

/** A digest on its way. */
export interface SupportDigest extends Leasable {
  readonly digestId: string;
  readonly madeAt: Date;
  /** Who has yet to be reached. */
  readonly recipients: readonly string[];
  readonly trouble: string | null;
  /** When the first of the recipients had it. */
  readonly takenAt: Date | null;
  readonly endedAt: Date | null;
}

/** As mail servers do. After this it is given up; the inbox has it all. */
const patienceMilliseconds = 5 * 24 * 60 * 60_000;

export function newDigest(digestId: string, recipients: readonly string[], now: Date): SupportDigest {
  return {
    digestId,
    madeAt: now,
    recipients,
    dueAt: now,
    attempts: 0,
    leasedUntil: null,
    trouble: null,
    takenAt: null,
    endedAt: null,
  };
}

/** A sender leases a digest that is due and not leased; null: it cannot. */
export function leaseDigest(digest: SupportDigest, now: Date): SupportDigest | null {
  return digest.endedAt === null ? take(digest, leaseTerms('supportDigest', now)) : null;
}

/**
 * What the mail server's answer makes of a digest. Who has taken or refused it is done with; whoever is left is tried
 * again after a growing pause, for five days. Null tells a sender whose lease has been taken over that its answer no
 * longer counts.
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
  const isOver = recipients.length === 0 || now.getTime() - digest.madeAt.getTime() >= patienceMilliseconds;
  const pause = pauseAfter(digest.attempts, random, mailRetryPolicy);
  return {
    ...settled,
    recipients,
    trouble: answer.trouble === null ? null : oneLine(answer.trouble),
    takenAt: digest.takenAt ?? (answer.taken.length > 0 ? now : null),
    dueAt: isOver ? digest.dueAt : new Date(now.getTime() + pause),
    endedAt: isOver ? now : null,
  };
}
