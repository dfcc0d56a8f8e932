import { type CredentialUse, updateLastUses } from '../storage/credential-uses.ts';
import type { ActionContext } from './context.ts';

export async function recordCredentialUses(
  { database }: Pick<ActionContext, 'database'>,
  uses: readonly CredentialUse[],
): Promise<void> {
  await updateLastUses(database, uses);
}
