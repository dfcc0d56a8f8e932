import { type LaidOutMail, layOutMail } from './mail-layout.ts';

/** The confirmation state of a support address. */
export interface AddressConfirmation {
  /** When the confirmation mail is due; null: no mail is queued. */
  readonly dueAt: Date | null;
  /** Attempts to send the mail, and the time of the last one. */
  readonly attempts: number;
  readonly attemptedAt: Date | null;
  readonly confirmedAt: Date | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

export const confirmationLinkLifetime = 7 * day;
/** A removed address stays stored this long, so that adding it again does not reset its back-off. */
export const removedAddressLifetime = 7 * day;
/** Per workspace, recently removed addresses included. Stops a workspace from mailing strangers in bulk. */
export const maxStoredAddresses = 50;
/** After these attempts, about three days, only a manual request sends another mail. */
const maxAutomaticAttempts = 10;

export const newConfirmation: AddressConfirmation = {
  dueAt: null,
  attempts: 0,
  attemptedAt: null,
  confirmedAt: null,
};

/** The earliest time of another mail: a back-off of five minutes that doubles up to a day. */
export function nextMailAt({
  attempts,
  attemptedAt,
}: Pick<AddressConfirmation, 'attempts' | 'attemptedAt'>): Date | null {
  if (attemptedAt === null || attempts === 0) return null;
  return new Date(attemptedAt.getTime() + Math.min(5 * minute * 2 ** Math.min(attempts - 1, 20), day));
}

/** A newly entered address: its mail is due as soon as the back-off allows. */
export function requestConfirmation(confirmation: AddressConfirmation, now: Date): AddressConfirmation {
  const earliest = nextMailAt(confirmation);
  return { ...confirmation, dueAt: earliest && earliest > now ? earliest : now, confirmedAt: null };
}

/** A manual request for another mail. Returns the wait in seconds if too early; a confirmed or queued address is unchanged. */
export function requestAnotherMail(
  confirmation: AddressConfirmation,
  now: Date,
): AddressConfirmation | { readonly retryAfterSeconds: number } {
  const { confirmedAt, dueAt } = confirmation;
  if (confirmedAt !== null || (dueAt !== null && dueAt <= now)) return confirmation;
  const earliest = nextMailAt(confirmation);
  if (earliest && earliest > now) {
    return { retryAfterSeconds: Math.ceil((earliest.getTime() - now.getTime()) / 1000) };
  }
  return { ...confirmation, dueAt: now };
}

/**
 * Leases a mail that is due; null: it is not. The back-off until the next attempt is the lease: unless it is settled,
 * the mail is due again then, so that a worker that dies loses no mail.
 */
export function leaseConfirmation(confirmation: AddressConfirmation, now: Date): AddressConfirmation | null {
  const { dueAt, confirmedAt } = confirmation;
  if (confirmedAt !== null || dueAt === null || dueAt > now) return null;
  const leased = { ...confirmation, attempts: confirmation.attempts + 1, attemptedAt: now };
  return { ...leased, dueAt: leased.attempts < maxAutomaticAttempts ? nextMailAt(leased) : null };
}

/**
 * The confirmation mail. It contains no text chosen by a partner, because the recipient may be a stranger to them; the
 * operator chose the workspace's slug.
 */
export function confirmationMail(workspaceSlug: string, link: string): LaidOutMail {
  const request = `The workspace "${workspaceSlug}" of Tessera wants to mail notices about its marketplace sales to this address.`;
  return layOutMail({
    subject: 'Tessera: confirm your support address',
    title: 'Confirm your support address',
    blocks: [
      { kind: 'text', text: request },
      { kind: 'text', text: 'If that is right, open this page within 7 days and confirm the address.' },
      { kind: 'button', label: 'Confirm this address', url: link },
      {
        kind: 'note',
        text: 'If you do not expect this, do nothing: you will not be mailed any notices.',
      },
    ],
  });
}
