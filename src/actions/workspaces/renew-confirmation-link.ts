import { confirmationLinkLifetime } from '../../core/workspaces/address-confirmation.ts';
import { makeBearerText } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { updateConfirmationToken } from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

/**
 * Creates the token of a confirmation mail, which replaces the one of the previous mail. Undefined if the address is
 * confirmed or removed.
 */
export async function renewConfirmationLink(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  address: string,
): Promise<string | undefined> {
  const token = makeBearerText(randomBytes);
  const expiresAt = new Date(now.getTime() + confirmationLinkLifetime);
  const link = { hash: hashSecret(token), expiresAt };
  return (await updateConfirmationToken(database, { workspaceId, address }, link)) ? token : undefined;
}
