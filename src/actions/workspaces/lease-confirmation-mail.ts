import { timeOrderedId } from '../../core/identifiers.ts';
import { confirmationLinkLifetime, leaseConfirmation } from '../../core/workspaces/address-confirmation.ts';
import { makeBearerText } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import {
  lockDueConfirmation,
  type StoredConfirmation,
  saveConfirmation,
  updateConfirmationToken,
} from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedConfirmation {
  readonly confirmation: StoredConfirmation;
  /** New for each attempt: every mail has its own link, and only the newest works. */
  readonly mailId: string;
  readonly token: string;
}

/** Leases the next confirmation mail and creates its link. Safe on any number of nodes at once. */
export async function leaseConfirmationMail({
  database,
  now,
  randomBytes,
}: ActionContext): Promise<LeasedConfirmation | undefined> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueConfirmation(transaction, now);
    const leased = due && leaseConfirmation(due, now);
    if (!leased) return undefined;
    const confirmation = { ...due, ...leased };
    const token = makeBearerText(randomBytes);
    const expiresAt = new Date(now.getTime() + confirmationLinkLifetime);
    await saveConfirmation(transaction, confirmation);
    await updateConfirmationToken(transaction, confirmation, { hash: hashSecret(token), expiresAt });
    return { confirmation, mailId: timeOrderedId(now, randomBytes), token };
  });
}
