import { isCurrentLease, leaseTerms, take } from '../lease.ts';
import { mailRetryPolicy, pauseAfter } from '../retry.ts';
import type { MailResponse } from './mail.ts';

/** The facts of each kind of mail. Its text is made from them at each attempt. */
export interface MailFacts {
  /** Its notices name it. */
  readonly SupportDigest: Readonly<Record<string, never>>;
  readonly AddressConfirmation: Readonly<Record<string, never>>;
  /** `invitedBy`: the id of the member who invited; null: a command or a program. */
  readonly Invitation: { readonly memberId: string; readonly invitedBy: string | null };
  readonly ReservedSeat: {
    readonly subscriptionId: string;
    /** In lower case. */
    readonly address: string;
    /** The user name of the customer who reserved the seat. */
    readonly givenBy: string;
    /** The connection on whose page the seat is accepted. */
    readonly connectionId: string;
  };
  /** One in a week for each member who gets it. */
  readonly CustomersAtRisk: { readonly memberId: string };
  /** To administrators of a customer: a use has reached a threshold. */
  readonly UsageAlert: {
    readonly subscriptionId: string;
    readonly dimension: string;
    /** In per cent of the quantity. */
    readonly threshold: number;
    readonly used: number;
    /** Included, or the usage limit. */
    readonly quantity: number;
    readonly of: 'Included' | 'Limit';
    /** The user, team or agent of the limit; null: the whole subscription. */
    readonly subject: string | null;
    /** The end of the period; null: not known. */
    readonly end: string | null;
  };
}
export type MailKind = keyof MailFacts;

/** The attempts to send a mail. */
export interface MailAttempts {
  /** The time of the next attempt; null: none follows. */
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** The time of the last attempt. */
  readonly attemptedAt: Date | null;
  /** When the first recipient accepted it. */
  readonly sentAt: Date | null;
}

export interface NewMail<Kind extends MailKind = MailKind> {
  readonly workspaceId: string;
  readonly mailId: string;
  readonly kind: Kind;
  /** A workspace has one mail for each kind and key: the next one takes its row, so that the back-off goes on. */
  readonly key: string;
  /** The customer of a reserved seat or a usage alert. */
  readonly tenantId?: string | null;
  readonly facts: MailFacts[Kind];
  /** The addresses that have neither accepted nor refused it. */
  readonly recipients: readonly string[];
}

export interface QueuedMail<Kind extends MailKind = MailKind> extends NewMail<Kind>, MailAttempts {
  readonly queuedAt: Date;
  readonly leasedUntil: Date | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** After these attempts, about three days, only a manual request sends another mail. */
const maxAutomaticAttempts = 10;
/** The usual limit of mail servers. The inbox still has the notices afterwards. */
const maxDigestMilliseconds = 5 * day;

type LastAttempt = Pick<MailAttempts, 'attempts' | 'attemptedAt'>;

/** The earliest time of another mail to an address: a back-off of five minutes that doubles up to a day. */
export function nextMailAt({ attempts, attemptedAt }: LastAttempt): Date | null {
  if (attemptedAt === null || attempts === 0) return null;
  return new Date(attemptedAt.getTime() + Math.min(5 * minute * 2 ** Math.min(attempts - 1, 20), day));
}

/** Queues a mail. It is due as soon as the back-off after the earlier one of its key allows. */
export function queueMail<Kind extends MailKind>(
  mail: NewMail<Kind>,
  now: Date,
  { attempts, attemptedAt }: LastAttempt = { attempts: 0, attemptedAt: null },
): QueuedMail<Kind> {
  const earliest = nextMailAt({ attempts, attemptedAt });
  const dueAt = earliest && earliest > now ? earliest : now;
  return { ...mail, queuedAt: now, dueAt, attempts, attemptedAt, leasedUntil: null, sentAt: null };
}

/**
 * Leases a mail; null: it is not due, or leased. A digest is due again when the lease expires. Any other mail is due
 * again after its back-off: its recipient may be a stranger, whom a worker that dies must not mail more often.
 */
export function leaseMail(mail: QueuedMail, now: Date): QueuedMail | null {
  const taken = mail.dueAt && take({ ...mail, dueAt: mail.dueAt }, leaseTerms('mail', now));
  if (!taken) return null;
  const leased = { ...taken, attemptedAt: now };
  if (mail.kind === 'SupportDigest') return leased;
  return { ...leased, dueAt: leased.attempts < maxAutomaticAttempts ? nextMailAt(leased) : null };
}

/**
 * Applies the mail server's response. Recipients that accepted or refused are removed; the others are retried. Null: the
 * lease has been taken over, so the response is ignored.
 */
export function settleMail(
  mail: QueuedMail,
  attempt: number,
  { taken, refused }: MailResponse,
  now: Date,
  random: number,
): QueuedMail | null {
  if (!isCurrentLease(mail, attempt)) return null;
  const done = new Set([...taken, ...refused]);
  const recipients = mail.recipients.filter((address) => !done.has(address));
  const retryAt = mail.kind === 'SupportDigest' ? nextDigestAt(mail, now, random) : mail.dueAt;
  return {
    ...mail,
    recipients,
    leasedUntil: null,
    dueAt: recipients.length === 0 ? null : retryAt,
    sentAt: mail.sentAt ?? (taken.length > 0 ? now : null),
  };
}

function nextDigestAt({ queuedAt, attempts }: QueuedMail, now: Date, random: number): Date | null {
  if (now.getTime() - queuedAt.getTime() >= maxDigestMilliseconds) return null;
  return new Date(now.getTime() + pauseAfter(attempts, random, mailRetryPolicy));
}

/** `None`: no mail is sent, and the link has to be passed on by hand. */
export const mailStates = ['None', 'Queued', 'Sent', 'Failed'] as const;
export type MailState = (typeof mailStates)[number];

export function mailState(mail: MailAttempts | undefined): MailState {
  if (!mail) return 'None';
  if (mail.sentAt !== null) return 'Sent';
  if (mail.dueAt !== null) return 'Queued';
  return mail.attempts > 0 ? 'Failed' : 'None';
}
