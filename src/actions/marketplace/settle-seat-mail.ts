import type { MailAnswer } from '../../core/workspaces/mail.ts';
import { type StoredSeatMail, updateSeatMail } from '../../storage/marketplace/seat-mails.ts';
import type { ActionContext } from '../context.ts';

/** Saves that the mail was accepted or permanently refused. Otherwise it is due again after the back-off. */
export async function settleSeatMail(
  { database, now }: ActionContext,
  mail: StoredSeatMail,
  { taken, refused }: MailAnswer,
): Promise<void> {
  if (taken.length + refused.length === 0) return;
  await updateSeatMail(database, { ...mail, dueAt: null, sentAt: taken.length > 0 ? now : null }, mail);
}

/** Cancels a mail whose seat is no longer reserved. */
export async function cancelSeatMail({ database }: ActionContext, mail: StoredSeatMail): Promise<void> {
  await updateSeatMail(database, { ...mail, dueAt: null }, mail);
}
