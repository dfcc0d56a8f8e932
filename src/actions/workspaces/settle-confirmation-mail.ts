import type { MailAnswer } from '../../core/workspaces/mail.ts';
import {
  type StoredConfirmation,
  updateConfirmationAsSettled,
} from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

/** Saves that the mail was accepted or permanently refused. Otherwise it is due again after the back-off. */
export async function settleConfirmationMail(
  { database, now }: ActionContext,
  confirmation: StoredConfirmation,
  { taken, refused }: MailAnswer,
): Promise<void> {
  if (taken.length + refused.length === 0) return;
  await updateConfirmationAsSettled(database, confirmation, taken.length > 0 ? now : null);
}
