import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { ListOrder } from '../sql/list-order.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';

/** The application with which a product's licences are read from the identity provider; its secret is sealed. */
export interface IdpConnection {
  readonly workspaceId: string;
  readonly productId: string;
  readonly clientId: string;
  readonly sealedClientSecret: Uint8Array;
}

/** A connection without its secret, for the portal. */
export interface IdpConnectionView {
  readonly productId: string;
  readonly product: { readonly slug: string; readonly name: string };
  readonly clientId: string;
  readonly revision: number;
}

export async function saveIdpConnection(database: Database, connection: IdpConnection): Promise<void> {
  const values = {
    client_id: connection.clientId,
    sealed_client_secret: Buffer.from(connection.sealedClientSecret),
  };
  await database
    .insertInto('idp_connections')
    .values({ workspace_id: connection.workspaceId, product_id: connection.productId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'product_id'])
        .doUpdateSet({ ...values, revision: sql`idp_connections.revision + 1` }),
    )
    .execute();
}

export async function findIdpConnection(
  database: Database,
  workspaceId: string,
  productId: string,
): Promise<IdpConnection | undefined> {
  const row = await database
    .selectFrom('idp_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return (
    row && { workspaceId, productId, clientId: row.client_id, sealedClientSecret: row.sealed_client_secret }
  );
}

export const idpConnectionOrder = new ListOrder({
  id: [
    { column: sql`product.product_id`, type: 'uuid', of: ({ productId }: IdpConnectionView) => productId },
  ],
  columns: {
    product: { column: sql`product.slug`, type: 'text', of: ({ product }) => product.slug },
    name: { column: sql`product.name`, type: 'text', of: ({ product }) => product.name },
  },
  standard: 'product',
});

/** All connections of the workspace, or a product's, by product slug unless another order is asked for. */
export async function listIdpConnections(
  database: Database,
  workspaceId: string,
  productId?: string,
  sort?: (typeof idpConnectionOrder.sorts)[number],
): Promise<readonly IdpConnectionView[]> {
  const rows = await database
    .selectFrom('idp_connections as connection')
    .innerJoin('products as product', (join) =>
      join.on(sameInWorkspace('product', 'connection', 'product_id')),
    )
    .select(['product.product_id as productId', 'product.slug', 'product.name'])
    .select(['connection.client_id as clientId', 'connection.revision'])
    .where('connection.workspace_id', '=', workspaceId)
    .$if(productId !== undefined, (query) => query.where('connection.product_id', '=', productId ?? ''))
    .orderBy(idpConnectionOrder.select({ sort }).order)
    .execute();
  return rows.map(({ slug, name, ...connection }) => ({ ...connection, product: { slug, name } }));
}

export async function deleteIdpConnection(
  database: Database,
  workspaceId: string,
  productId: string,
): Promise<void> {
  await database
    .deleteFrom('idp_connections')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
}
