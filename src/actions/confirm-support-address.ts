import { hashSecret } from '../secrets/hash.ts';
import { takeConfirmationToken } from '../storage/support-confirmations.ts';
import type { ActionContext } from './context.ts';

/** Confirms the address that the link was mailed to, once; undefined: the link is unknown, used, replaced or too old. */
export async function confirmSupportAddress(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  token: string,
): Promise<{ readonly address: string } | undefined> {
  return takeConfirmationToken(database, hashSecret(token), now);
}
