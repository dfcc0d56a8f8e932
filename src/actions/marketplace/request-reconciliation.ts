import { announceChanges } from '../../storage/changes.ts';
import { findConnection } from '../../storage/marketplace/connections.ts';
import { updateComparisonRequest } from '../../storage/marketplace/reconciliation-leases.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Requests a reconciliation of one source, or of all when none is given. */
export async function requestReconciliation(
  context: ActionContext,
  workspaceId: string,
  sourceName: string | null = null,
): Promise<{ readonly connections: number }> {
  return context.database.transaction().execute(async (database) => {
    const connections = await updateComparisonRequest(database, workspaceId, sourceName, context.now);
    const connection = sourceName === null ? null : await findConnection(database, workspaceId, sourceName);
    if (connection) {
      await recordAudit({ ...context, database }, workspaceId, {
        action: 'marketplace_connection.reconciliation_asked',
        subject: { kind: 'MarketplaceConnection', id: connection.connectionId },
        before: null,
        after: { sourceName },
      });
    }
    await announceChanges(database, [{ kind: 'marketplace', workspaceId }]);
    return { connections };
  });
}
