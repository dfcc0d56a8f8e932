import { type Selectable, sql } from 'kysely';
import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import type { MarketplaceCredential } from '../../core/marketplace/connections/credential.ts';
import type { Database } from '../database.ts';
import type { MarketplaceConnections } from '../schema/tables.generated.ts';

/** A workspace's connection to the marketplace that sells its plans; its credential is sealed. */
export interface StoredConnection {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly kind: MarketplaceKind;
  /** Its mappings use this connection. */
  readonly sourceName: string;
  readonly authUrl: string;
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  /** A secret, or a certificate with its key. */
  readonly sealedClientSecret: Uint8Array;
  /** Null in rows older than this column. */
  readonly credentialKind: MarketplaceCredential['kind'];
  /** Expiry of the credential as entered; null when unknown. */
  readonly credentialEndsAt: Date | null;
  /** For development: accepts marketplace notifications without a token. */
  readonly acceptsUnsignedCalls: boolean;
}

/** Adds or replaces the source's connection. The id stays: it is part of the URLs registered at the marketplace. So does its kind. */
export async function saveConnection(
  database: Database,
  connection: StoredConnection,
  now: Date,
): Promise<string> {
  const values = {
    auth_url: connection.authUrl,
    marketplace_url: connection.marketplaceUrl,
    tenant_id: connection.tenantId,
    client_id: connection.clientId,
    sealed_client_secret: Buffer.from(connection.sealedClientSecret),
    credential_kind: connection.credentialKind,
    credential_ends_at: connection.credentialEndsAt,
    accepts_unsigned_calls: connection.acceptsUnsignedCalls,
  };
  const row = await database
    .insertInto('marketplace_connections')
    .values({
      workspace_id: connection.workspaceId,
      connection_id: connection.connectionId,
      kind: connection.kind,
      source_name: connection.sourceName,
      created_at: now,
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'source_name'])
        .doUpdateSet({ ...values, revision: sql`marketplace_connections.revision + 1` }),
    )
    .returning('connection_id')
    .executeTakeFirstOrThrow();
  return row.connection_id;
}

export async function findConnection(
  database: Database,
  workspaceId: string,
  sourceName: string,
): Promise<StoredConnection | undefined> {
  const row = await database
    .selectFrom('marketplace_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .executeTakeFirst();
  return row && connectionFrom(row);
}

/** With its workspace, for the public pages. */
export async function findConnectionById(
  database: Database,
  connectionId: string,
): Promise<
  (StoredConnection & { readonly workspaceName: string; readonly isSuspended: boolean }) | undefined
> {
  const row = await database
    .selectFrom('marketplace_connections as connection')
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'connection.workspace_id')
    .selectAll('connection')
    .select(['workspace.name as workspace_name', 'workspace.suspended_at'])
    .where('connection.connection_id', '=', connectionId)
    .executeTakeFirst();
  return (
    row && {
      ...connectionFrom(row),
      workspaceName: row.workspace_name,
      isSuspended: row.suspended_at !== null,
    }
  );
}

/** All connections of all workspaces. */
export async function listConnections(
  database: Database,
): Promise<readonly { readonly workspaceId: string; readonly sourceName: string }[]> {
  const rows = await database
    .selectFrom('marketplace_connections')
    .select(['workspace_id', 'source_name'])
    .orderBy('workspace_id')
    .orderBy('source_name')
    .execute();
  return rows.map((row) => ({ workspaceId: row.workspace_id, sourceName: row.source_name }));
}

/** Connections whose credential expires by the moment. */
export async function findConnectionsEndingBefore(
  database: Database,
  moment: Date,
): Promise<readonly StoredConnection[]> {
  const rows = await database
    .selectFrom('marketplace_connections')
    .selectAll()
    .where('credential_ends_at', '<=', moment)
    .orderBy('workspace_id')
    .execute();
  return rows.map(connectionFrom);
}

export function connectionFrom(row: Selectable<MarketplaceConnections>): StoredConnection {
  return {
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    kind: row.kind as MarketplaceKind,
    sourceName: row.source_name,
    authUrl: row.auth_url,
    marketplaceUrl: row.marketplace_url,
    tenantId: row.tenant_id,
    clientId: row.client_id,
    sealedClientSecret: row.sealed_client_secret,
    credentialKind: row.credential_kind as MarketplaceCredential['kind'],
    credentialEndsAt: row.credential_ends_at,
    acceptsUnsignedCalls: row.accepts_unsigned_calls,
  };
}
