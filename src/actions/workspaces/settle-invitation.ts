import type { MailAnswer } from '../../core/workspaces/mail.ts';
import {
  type StoredInvitationMail,
  updateInvitationMail,
} from '../../storage/workspaces/invitation-mails.ts';
import type { ActionContext } from '../context.ts';

/** Saves that the mail was accepted or permanently refused. Otherwise it is due again after the back-off. */
export async function settleInvitation(
  { database, now }: ActionContext,
  mail: StoredInvitationMail,
  { taken, refused }: MailAnswer,
): Promise<void> {
  if (taken.length + refused.length === 0) return;
  await updateInvitationMail(database, { ...mail, dueAt: null, sentAt: taken.length > 0 ? now : null }, mail);
}
