import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import {
  countConnectionWork,
  deleteConnection,
  lockConnectionView,
} from '../../storage/marketplace/connection-views.ts';
import { deletePurchasesOfSource } from '../../storage/marketplace/purchases.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { auditedConnection } from './add-connection.ts';

/**
 * Deletes a connection and its credential. Refused while notifications or usage need it: they could be neither applied
 * nor billed.
 */
export async function removeMarketplaceConnection(
  context: ActionContext,
  { workspaceId, connectionId }: { readonly workspaceId: string; readonly connectionId: string },
): Promise<{ readonly connectionId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const connection = await lockConnectionView(database, workspaceId, connectionId);
    if (!connection) return refuseUnknown('connectionId', 'marketplace connection');
    const work = await countConnectionWork(database, connection);
    if (work.waitingCalls > 0 || work.waitingUsage > 0) return refuse('marketplace.connection_in_use', work);
    await deletePurchasesOfSource(database, connection);
    await deleteConnection(database, workspaceId, connectionId);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'marketplace_connection.removed',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: auditedConnection(connection),
      after: null,
    });
    return { connectionId };
  });
}
