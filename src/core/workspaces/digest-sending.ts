import { mailRetryPolicy, pauseAfter } from '../retry.ts';
import type { MailAnswer } from './mail.ts';
import { oneLine } from './notice.ts';

/** A digest on its way. */
export interface SupportDigest {
  readonly digestId: string;
  readonly madeAt: Date;
  /** Who has yet to be reached. */
  readonly recipients: readonly string[];
  readonly dueAt: Date;
  /** How often it has been tried, and which try is the latest. */
  readonly tries: number;
  /** Until when the latest try keeps other senders away; null once it has been settled. */
  readonly claimedUntil: Date | null;
  readonly trouble: string | null;
  /** When the first of the recipients had it. */
  readonly takenAt: Date | null;
  readonly endedAt: Date | null;
}

/** Longer than handing over a mail takes: a sender that has not settled by then has died. */
const leaseMilliseconds = 2 * 60_000;

/** As mail servers do. After this it is given up; the inbox has it all. */
const patienceMilliseconds = 5 * 24 * 60 * 60_000;

export function newDigest(digestId: string, recipients: readonly string[], now: Date): SupportDigest {
  return {
    digestId,
    madeAt: now,
    recipients,
    dueAt: now,
    tries: 0,
    claimedUntil: null,
    trouble: null,
    takenAt: null,
    endedAt: null,
  };
}

/** A sender takes a digest that is due and that nobody else is sending; null: it is not to be had. */
export function claimDigest(digest: SupportDigest, now: Date): SupportDigest | null {
  const isHeld = digest.claimedUntil !== null && now < digest.claimedUntil;
  if (digest.endedAt !== null || digest.dueAt > now || isHeld) return null;
  const claimedUntil = new Date(now.getTime() + leaseMilliseconds);
  return { ...digest, tries: digest.tries + 1, claimedUntil };
}

/**
 * What the mail server's answer makes of a digest. Who has taken or refused it is done with; whoever is left is tried
 * again after a growing pause, for five days. Only the latest try settles, and only once: null tells a sender whose
 * claim has been taken over that its answer no longer counts.
 */
export function settleDigest(
  digest: SupportDigest,
  tryNumber: number,
  answer: MailAnswer,
  now: Date,
  random: number,
): SupportDigest | null {
  if (digest.endedAt !== null || digest.claimedUntil === null || digest.tries !== tryNumber) return null;
  const done = new Set([...answer.taken, ...answer.refused]);
  const recipients = digest.recipients.filter((address) => !done.has(address));
  const isOver = recipients.length === 0 || now.getTime() - digest.madeAt.getTime() >= patienceMilliseconds;
  const pause = pauseAfter(digest.tries, random, mailRetryPolicy);
  return {
    ...digest,
    recipients,
    claimedUntil: null,
    trouble: answer.trouble === null ? null : oneLine(answer.trouble),
    takenAt: digest.takenAt ?? (answer.taken.length > 0 ? now : null),
    dueAt: isOver ? digest.dueAt : new Date(now.getTime() + pause),
    endedAt: isOver ? now : null,
  };
}
