import { licenceSealContext } from '../../core/operations/seal-context.ts';
import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { type EncryptionKey, seal } from '../../secrets/seal.ts';
import { findProductIds } from '../../storage/catalogue/products.ts';
import {
  deleteIdpConnection,
  type IdpConnectionView,
  listIdpConnections,
  saveIdpConnection,
} from '../../storage/entitlements/idp-connections.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Sets the application with which a product's licences are read from the identity provider.
 *
 * @param expected the revision it replaces, or that there must be none.
 */
export async function connectIdp(
  context: ActionContext,
  workspaceId: string,
  product: string,
  application: { readonly clientId: string; readonly clientSecret: string },
  encryptionKey: EncryptionKey,
  expected: number | 'any' | 'none' = 'any',
): Promise<IdpConnectionView | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const productId = (await findProductIds(database, workspaceId, [product])).get(product);
    if (productId === undefined) return refuse('product.not_found', { product });
    const [before] = await listIdpConnections(database, workspaceId, productId);
    if (expected === 'none' && before) return refuse('product.idp_connected', { product });
    if (typeof expected === 'number' && !(before && isCurrent(before, expected))) {
      return refuse('request.precondition_failed');
    }
    const { clientId, clientSecret } = application;
    const sealedClientSecret = seal(clientSecret, encryptionKey, licenceSealContext(productId));
    await saveIdpConnection(database, { workspaceId, productId, clientId, sealedClientSecret });
    const [after] = await listIdpConnections(database, workspaceId, productId);
    if (!after) throw new Error(`The connection of ${product} was written but cannot be found`);
    await recordAudit({ ...context, database }, workspaceId, {
      action: before ? 'idp_connection.changed' : 'idp_connection.connected',
      subject: { kind: 'IdpConnection', id: productId },
      before: before ? { product, clientId: before.clientId } : null,
      after: { product, clientId: after.clientId, newSecret: true },
    });
    return after;
  });
}

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
