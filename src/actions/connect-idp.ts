import { type Refusal, refuse } from '../core/refusal.ts';
import { seal } from '../secrets/seal.ts';
import { saveIdpConnection } from '../storage/idp-connections.ts';
import { findProductIds } from '../storage/products.ts';
import type { ActionContext } from './context.ts';

/** Says as which application a product's licences are read from the identity provider. */
export async function connectIdp(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  product: string,
  application: { readonly clientId: string; readonly clientSecret: string },
  encryptionKey: Uint8Array,
): Promise<{ readonly productId: string } | Refusal> {
  const productId = (await findProductIds(database, workspaceId, [product])).get(product);
  if (productId === undefined) return refuse('product.not_found', { product });
  const sealedClientSecret = seal(application.clientSecret, encryptionKey, productId);
  await saveIdpConnection(database, {
    workspaceId,
    productId,
    clientId: application.clientId,
    sealedClientSecret,
  });
  return { productId };
}
