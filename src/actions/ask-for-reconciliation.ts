import { announceChanges } from '../storage/changes.ts';
import { updateComparisonAsked } from '../storage/marketplace-connections.ts';
import type { ActionContext } from './context.ts';

/** Has the subscriptions of a source compared with the marketplace now; of all sources when none is named. */
export async function askForReconciliation(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  workspaceId: string,
  sourceName: string | null = null,
): Promise<{ readonly connections: number }> {
  return database.transaction().execute(async (transaction) => {
    const connections = await updateComparisonAsked(transaction, workspaceId, sourceName, now);
    await announceChanges(transaction, [{ kind: 'marketplace', workspaceId }]);
    return { connections };
  });
}
