import { type LaidOutMail, layOutMail } from './mail-layout.ts';
import { type MailAttempts, nextMailAt } from './mail-queue.ts';

const day = 24 * 60 * 60_000;

export const confirmationLinkLifetime = 7 * day;
/** A removed address stays stored this long, so that adding it again does not reset its back-off. */
export const removedAddressLifetime = 7 * day;
/** Per workspace, recently removed addresses included. Stops a workspace from mailing strangers in bulk. */
export const maxStoredAddresses = 50;

/** A manual request for another mail. It is refused within the back-off, and not needed for a confirmed or queued address. */
export function requestAnotherMail(
  isConfirmed: boolean,
  mail: MailAttempts | undefined,
  now: Date,
): 'NotNeeded' | 'Queue' | { readonly retryAfterSeconds: number } {
  if (isConfirmed || (mail?.dueAt && mail.dueAt <= now)) return 'NotNeeded';
  const earliest = mail ? nextMailAt(mail) : null;
  if (!earliest || earliest <= now) return 'Queue';
  return { retryAfterSeconds: Math.ceil((earliest.getTime() - now.getTime()) / 1000) };
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
