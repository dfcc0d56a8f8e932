import { timeOrderedId } from '../../core/identifiers.ts';
import { claimConfirmation, confirmationLinkLifetime } from '../../core/workspaces/address-confirmation.ts';
import { makeBearerText } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import {
  lockDueConfirmation,
  type StoredConfirmation,
  saveConfirmation,
  updateConfirmationToken,
} from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

export interface ClaimedConfirmation {
  readonly confirmation: StoredConfirmation;
  /** Another one for each try: a mail that comes twice has two links, of which the newer one works. */
  readonly mailId: string;
  readonly token: string;
}

/** Takes the next confirmation mail to send, and makes its link. Each goes to one sender of however many nodes. */
export async function claimConfirmationMail({
  database,
  now,
  randomBytes,
}: ActionContext): Promise<ClaimedConfirmation | undefined> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueConfirmation(transaction, now);
    const claimed = due && claimConfirmation(due, now);
    if (!claimed) return undefined;
    const confirmation = { ...due, ...claimed };
    const token = makeBearerText(randomBytes);
    const expiresAt = new Date(now.getTime() + confirmationLinkLifetime);
    await saveConfirmation(transaction, confirmation);
    await updateConfirmationToken(transaction, confirmation, { hash: hashSecret(token), expiresAt });
    return { confirmation, mailId: timeOrderedId(now, randomBytes), token };
  });
}
