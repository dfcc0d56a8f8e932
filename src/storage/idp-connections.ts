import type { Database } from './database.ts';

/** As which application a product's licences are read from the identity provider; its secret is sealed. */
export interface IdpConnection {
  readonly workspaceId: string;
  readonly productId: string;
  readonly clientId: string;
  readonly sealedClientSecret: Uint8Array;
}

export async function saveIdpConnection(database: Database, connection: IdpConnection): Promise<void> {
  const values = {
    client_id: connection.clientId,
    sealed_client_secret: Buffer.from(connection.sealedClientSecret),
  };
  await database
    .insertInto('idp_connections')
    .values({ workspace_id: connection.workspaceId, product_id: connection.productId, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'product_id']).doUpdateSet(values))
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
