import { type Selectable, sql } from 'kysely';
import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceCredential } from '../../core/marketplace/connections/credential.ts';
import type { EventSecrets, SellerSettings } from '../../core/marketplace/connections/seller.ts';
import type { Database } from '../database.ts';
import type { MarketplaceConnections } from '../schema/tables.generated.ts';

interface AnyConnection {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly kind: MarketplaceKind;
  /** Its mappings use this connection. */
  readonly sourceName: string;
  /** A secret, a certificate with its key, or the secret of an access key; an empty text for the node's own credential. */
  readonly sealedClientSecret: Uint8Array;
  /** Expiry of the credential as entered; null when unknown. */
  readonly credentialEndsAt: Date | null;
  /** For development: accepts marketplace notifications without a token. */
  readonly acceptsUnsignedCalls: boolean;
}

/** The connection of an application. */
interface StoredApplication extends AnyConnection {
  readonly authUrl: string;
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credentialKind: MarketplaceCredential['kind'];
  readonly seller: null;
}

/** The connection of a seller's account. */
export interface StoredSeller extends AnyConnection {
  readonly credentialKind: 'accessKey' | 'node';
  readonly seller: SellerSettings & {
    /** Null: the node's own credential. */
    readonly accessKeyId: string | null;
    readonly externalId: string;
    readonly eventSecrets: EventSecrets<Uint8Array>;
  };
}

/** A workspace's connection to the marketplace that sells its plans; its credential is sealed. */
export type StoredConnection = StoredApplication | StoredSeller;

/** Adds or replaces the source's connection. The id stays: it is part of the URLs registered at the marketplace. So does its kind. */
export async function saveConnection(
  database: Database,
  connection: StoredConnection,
  now: Date,
): Promise<string> {
  const values = {
    ...(connection.seller ? sellerColumns(connection.seller) : applicationColumns(connection)),
    sealed_client_secret: Buffer.from(connection.sealedClientSecret),
    credential_kind: connection.seller ? sellerCredentialKind : connection.credentialKind,
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

/** The table has one kind of credential for sellers; an empty id stands for the node's own. */
const sellerCredentialKind = 'accessKey';
const noAccessKey = '';

function applicationColumns({ authUrl, marketplaceUrl, tenantId, clientId }: StoredApplication) {
  return { auth_url: authUrl, marketplace_url: marketplaceUrl, tenant_id: tenantId, client_id: clientId };
}

function sellerColumns(seller: StoredSeller['seller']) {
  const { current, previous } = seller.eventSecrets;
  return {
    seller_account: seller.sellerAccount,
    region: seller.region,
    access_key_id: seller.accessKeyId ?? noAccessKey,
    role_arn: seller.roleArn,
    external_id: seller.externalId,
    endpoint_url: seller.endpointUrl,
    send_zeros: seller.sendZeros,
    event_secret_hash: Buffer.from(current),
    previous_event_secret_hash: previous && Buffer.from(previous.secret),
    previous_event_secret_ends_at: previous?.endsAt ?? null,
  };
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
export async function listConnections(database: Database): Promise<readonly MarketplaceSource[]> {
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
  const connection = {
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    kind: row.kind as MarketplaceKind,
    sourceName: row.source_name,
    sealedClientSecret: row.sealed_client_secret,
    credentialEndsAt: row.credential_ends_at,
    acceptsUnsignedCalls: row.accepts_unsigned_calls,
  };
  const seller = sellerFrom(row);
  if (seller) {
    return { ...connection, credentialKind: seller.accessKeyId === null ? 'node' : 'accessKey', seller };
  }
  return {
    ...connection,
    authUrl: row.auth_url ?? '',
    marketplaceUrl: row.marketplace_url ?? '',
    tenantId: row.tenant_id ?? '',
    clientId: row.client_id ?? '',
    credentialKind: row.credential_kind as MarketplaceCredential['kind'],
    seller: null,
  };
}

/** Null for an application. The table has all of these columns, or none. */
function sellerFrom(row: Selectable<MarketplaceConnections>): StoredSeller['seller'] | null {
  const { seller_account: sellerAccount, region, access_key_id: accessKeyId, external_id: externalId } = row;
  const { event_secret_hash: current, previous_event_secret_hash: secret } = row;
  const { previous_event_secret_ends_at: endsAt } = row;
  if (!sellerAccount || !region || accessKeyId === null || !externalId || !current) return null;
  return {
    sellerAccount,
    region,
    accessKeyId: accessKeyId === noAccessKey ? null : accessKeyId,
    roleArn: row.role_arn,
    externalId,
    endpointUrl: row.endpoint_url,
    sendZeros: row.send_zeros,
    eventSecrets: { current, previous: secret && endsAt && { secret, endsAt } },
  };
}
