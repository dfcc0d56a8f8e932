import type { MailAnswer } from '../../core/workspaces/mail.ts';
import {
  type StoredConfirmation,
  updateConfirmationAsSettled,
} from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

/** Writes down that the mail was taken, or refused for good. Otherwise it is due again after its pause. */
export async function settleConfirmationMail(
  { database, now }: ActionContext,
  confirmation: StoredConfirmation,
  { taken, refused }: MailAnswer,
): Promise<void> {
  if (taken.length + refused.length === 0) return;
  await updateConfirmationAsSettled(database, confirmation, taken.length > 0 ? now : null);
}
