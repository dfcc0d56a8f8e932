import { hashSecret } from '../../secrets/hash.ts';
import { insertSpentSignIn } from '../../storage/workspaces/spent-sign-ins.ts';
import type { ActionContext } from '../context.ts';

/** True only for the first use of a sign-in's state: a cookie can be replayed, the state cannot. */
export async function spendSignIn(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  state: string,
): Promise<boolean> {
  return insertSpentSignIn(database, hashSecret(state), now);
}
