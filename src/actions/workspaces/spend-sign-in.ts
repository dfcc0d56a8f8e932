import { hashSecret } from '../../secrets/hash.ts';
import { insertSpentSignIn } from '../../storage/workspaces/spent-sign-ins.ts';
import type { ActionContext } from '../context.ts';

/** Whether the state of a sign-in is spent for the first time. A cookie can be sent again; the state cannot. */
export async function spendSignIn(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  state: string,
): Promise<boolean> {
  return insertSpentSignIn(database, hashSecret(state), now);
}
