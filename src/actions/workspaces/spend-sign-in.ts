import { hashSecret } from '../../secrets/hash.ts';
import { insertSpentSignIn } from '../../storage/workspaces/spent-sign-ins.ts';
import type { ActionContext } from '../context.ts';

/**
 * True only for the first use of a sign-in's state, and for the first sign-out from a session of the customer's page: a
 * cookie can be replayed, these texts cannot.
 */
export async function spendSignIn(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  state: string,
): Promise<boolean> {
  return insertSpentSignIn(database, hashSecret(state), now);
}
