import type { Database } from './database.ts';

/** How a workspace reaches the marketplace that sells its plans; its credential is sealed. */
export interface StoredConnection {
  readonly workspaceId: string;
  readonly connectionId: string;
  /** The source whose mappings it serves. */
  readonly sourceName: string;
  readonly authUrl: string;
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  /** A credential's text: a secret, or a certificate with its key. */
  readonly sealedClientSecret: Uint8Array;
}

/** Adds the connection, or replaces the one that its source had. */
export async function saveConnection(
  database: Database,
  connection: StoredConnection,
  now: Date,
): Promise<void> {
  const values = {
    auth_url: connection.authUrl,
    marketplace_url: connection.marketplaceUrl,
    tenant_id: connection.tenantId,
    client_id: connection.clientId,
    sealed_client_secret: Buffer.from(connection.sealedClientSecret),
  };
  await database
    .insertInto('marketplace_connections')
    .values({
      workspace_id: connection.workspaceId,
      connection_id: connection.connectionId,
      source_name: connection.sourceName,
      created_at: now,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'source_name']).doUpdateSet(values))
    .execute();
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
  return (
    row && {
      workspaceId,
      connectionId: row.connection_id,
      sourceName,
      authUrl: row.auth_url,
      marketplaceUrl: row.marketplace_url,
      tenantId: row.tenant_id,
      clientId: row.client_id,
      sealedClientSecret: row.sealed_client_secret,
    }
  );
}

/** The connections that have reports to send now: one look at the index for each. */
export async function findConnectionsWithDueUsage(
  database: Database,
  now: Date,
): Promise<readonly { readonly workspaceId: string; readonly sourceName: string }[]> {
  const rows = await database
    .selectFrom('marketplace_connections as connection')
    .select(['connection.workspace_id', 'connection.source_name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('usage_reports as report')
          .select('report.report_id')
          .whereRef('report.workspace_id', '=', 'connection.workspace_id')
          .whereRef('report.source_name', '=', 'connection.source_name')
          .where('report.status', '=', 'Pending')
          .where('report.due_at', '<=', now)
          .where((report) =>
            report.or([
              report('report.claimed_until', 'is', null),
              report('report.claimed_until', '<=', now),
            ]),
          ),
      ),
    )
    .execute();
  return rows.map((row) => ({ workspaceId: row.workspace_id, sourceName: row.source_name }));
}

/** The connection whose usage has gone uncompared for longest, before `dueBefore`, and that nobody is comparing. */
export async function lockConnectionToReconcile(
  database: Database,
  now: Date,
  dueBefore: Date,
): Promise<{ readonly workspaceId: string; readonly sourceName: string } | undefined> {
  const row = await database
    .selectFrom('marketplace_connections')
    .select(['workspace_id', 'source_name'])
    .where(({ or, eb }) =>
      or([eb('usage_reconciled_at', 'is', null), eb('usage_reconciled_at', '<=', dueBefore)]),
    )
    .where(({ or, eb }) =>
      or([eb('usage_reconciling_until', 'is', null), eb('usage_reconciling_until', '<=', now)]),
    )
    .orderBy('usage_reconciled_at', (order) => order.asc().nullsFirst())
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { workspaceId: row.workspace_id, sourceName: row.source_name };
}

export async function beginReconciliation(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  until: Date,
): Promise<void> {
  await database
    .updateTable('marketplace_connections')
    .set({ usage_reconciling_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .execute();
}

/** False when somebody else has taken over since. */
export async function endReconciliation(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  until: Date,
  now: Date,
): Promise<boolean> {
  const result = await database
    .updateTable('marketplace_connections')
    .set({ usage_reconciling_until: null, usage_reconciled_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('usage_reconciling_until', '=', until)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
