import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { deleteIdpConnection, listIdpConnections } from '../../storage/entitlements/idp-connections.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Without it no licence of the product can be confirmed. */
export async function removeIdpConnection(
  context: ActionContext,
  workspaceId: string,
  productId: string,
): Promise<{ readonly productId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const [connection] = await listIdpConnections(database, workspaceId, productId);
    if (!connection) return refuseUnknown('productId', 'connection to the identity provider');
    await deleteIdpConnection(database, workspaceId, productId);
    const { product, clientId } = connection;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'idp_connection.removed',
      subject: { kind: 'IdpConnection', id: productId },
      before: { product: product.slug, clientId },
      after: null,
    });
    return { productId };
  });
}
