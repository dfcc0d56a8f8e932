import { leaseMail, type MailAttempts, nextMailAt, noAttempts, queuedAt } from './mail-attempts.ts';
import { type LaidOutMail, layOutMail } from './mail-layout.ts';

/** The confirmation state of a support address, and its mail. */
export interface AddressConfirmation extends MailAttempts {
  readonly confirmedAt: Date | null;
}

const day = 24 * 60 * 60_000;

export const confirmationLinkLifetime = 7 * day;
/** A removed address stays stored this long, so that adding it again does not reset its back-off. */
export const removedAddressLifetime = 7 * day;
/** Per workspace, recently removed addresses included. Stops a workspace from mailing strangers in bulk. */
export const maxStoredAddresses = 50;

export const newConfirmation: AddressConfirmation = { ...noAttempts, confirmedAt: null };

/** A newly entered address: its mail is due as soon as the back-off allows. */
export function requestConfirmation(confirmation: AddressConfirmation, now: Date): AddressConfirmation {
  return { ...confirmation, dueAt: queuedAt(confirmation, now), confirmedAt: null };
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

/** Leases a mail that is due; null: it is not, or the address is confirmed. */
export function leaseConfirmation(confirmation: AddressConfirmation, now: Date): AddressConfirmation | null {
  if (confirmation.confirmedAt !== null) return null;
  const leased = leaseMail(confirmation, now);
  return leased && { ...confirmation, ...leased };
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
