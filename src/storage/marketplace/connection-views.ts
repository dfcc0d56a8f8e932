import { sql } from 'kysely';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { Finding } from '../../core/marketplace/connections/connection-finding.ts';
import type { ReconciliationResult } from '../../core/marketplace/notifications/reconciliation-state.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { connectionFrom, type StoredConnection } from './connections.ts';

/** A connection with its health, for the portal. */
export type ConnectionView = StoredConnection & ConnectionHealth;

interface ConnectionHealth {
  readonly revision: number;
  readonly createdAt: Date;
  /** When the last marketplace notification with a valid token arrived. */
  readonly notifiedAt: Date | null;
  readonly reconciliation: {
    readonly askedAt: Date | null;
    /** The lease of the node that reconciles now. */
    readonly leasedUntil: Date | null;
    readonly doneAt: Date | null;
    readonly result: ReconciliationResult | null;
    /** The error of the last attempt since `doneAt`. */
    readonly failure: string | null;
  };
  readonly usageComparedAt: Date | null;
  /** Null: never checked. */
  readonly lastCheck: ConnectionCheck | null;
  /** Null while the marketplace accepts usage requests. */
  readonly sendingFailure: SendingFailure | null;
}

export interface ConnectionCheck {
  readonly checkedAt: Date;
  readonly findings: readonly Finding[];
}

export interface SendingFailure {
  readonly since: Date;
  readonly reason: string;
  /** No usage is sent before then. */
  readonly restsUntil: Date;
}

const selectViews = (database: Database, workspaceId: string) =>
  database.selectFrom('marketplace_connections').selectAll().where('workspace_id', '=', workspaceId);

export const connectionOrder = new ListOrder({
  id: [{ column: sql`connection_id`, type: 'uuid', of: ({ connectionId }: ConnectionView) => connectionId }],
  idKey: 'createdAt',
  columns: {
    sourceName: { column: sql`source_name`, type: 'text', of: ({ sourceName }) => sourceName },
    credentialEndsAt: {
      column: sql`coalesce(credential_ends_at, 'infinity')`,
      type: 'timestamptz',
      of: ({ credentialEndsAt }) => credentialEndsAt?.toISOString() ?? 'infinity',
    },
  },
  standard: '-createdAt',
});

/** A page of the workspace's connections, newest first unless another order is asked for. */
export async function listConnectionViews(
  database: Database,
  workspaceId: string,
  page: SortedPage<(typeof connectionOrder.sorts)[number]>,
): Promise<readonly ConnectionView[]> {
  const rows = await connectionOrder.pageOf(selectViews(database, workspaceId), page);
  return rows.map(viewFrom);
}

export const loadConnectionTotal = (database: Database, workspaceId: string) =>
  loadTotal(database, sql`select from marketplace_connections where workspace_id = ${workspaceId}`);

export async function findConnectionView(
  database: Database,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionView | undefined> {
  const row = await selectViews(database, workspaceId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return row && viewFrom(row);
}

export async function lockConnectionView(
  database: Database,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionView | undefined> {
  const row = await selectViews(database, workspaceId)
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();
  return row && viewFrom(row);
}

function viewFrom(
  row: Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number],
): ConnectionView {
  const { sending_failing_since: since, sending_rests_until: restsUntil } = row;
  return {
    ...connectionFrom(row),
    revision: row.revision,
    createdAt: row.created_at,
    notifiedAt: row.notified_at,
    reconciliation: {
      askedAt: row.reconciliation_asked_at,
      leasedUntil: row.reconciling_until,
      doneAt: row.reconciled_at,
      result: row.reconciliation as ReconciliationResult | null,
      failure: row.reconciliation_failure,
    },
    usageComparedAt: row.usage_reconciled_at,
    lastCheck: row.checked_at && {
      checkedAt: row.checked_at,
      findings: row.findings as unknown as Finding[],
    },
    sendingFailure: since && restsUntil && { since, reason: row.sending_failure ?? '', restsUntil },
  };
}

export async function deleteConnection(
  database: Database,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  await database
    .deleteFrom('marketplace_connections')
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .execute();
}

/** Unfinished work that needs this connection: notifications to apply and usage reports to send. */
export async function countConnectionWork(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
): Promise<{ readonly waitingCalls: number; readonly waitingUsage: number }> {
  const calls = await database
    .selectFrom('marketplace_notifications')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('state', '=', 'Received')
    .executeTakeFirstOrThrow();
  const usage = await database
    .selectFrom('usage_reports')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('status', '=', 'Pending')
    .executeTakeFirstOrThrow();
  return { waitingCalls: calls.count, waitingUsage: usage.count };
}

/** Whether usage was ever reported through the connection. */
export async function hasUsageReports(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
): Promise<boolean> {
  const report = await database
    .selectFrom('usage_reports')
    .select('report_id')
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .limit(1)
    .executeTakeFirst();
  return report !== undefined;
}

/** Saves the findings of the last check. */
export async function saveCheck(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  { findings, checkedAt }: ConnectionCheck,
): Promise<void> {
  await database
    .updateTable('marketplace_connections')
    .set({ findings: JSON.stringify(findings), checked_at: checkedAt })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .execute();
}

/** Records that usage requests fail; null clears it. `since` stays that of the first failure. */
export async function saveSendingFailure(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  failure: SendingFailure | null,
): Promise<void> {
  await sql`
    update marketplace_connections
    set sending_failing_since =
        case when ${failure !== null} then coalesce(sending_failing_since, ${failure?.since}::timestamptz) end,
      sending_failure = ${failure?.reason.slice(0, 1_000)},
      sending_rests_until = ${failure?.restsUntil}
    where workspace_id = ${workspaceId} and source_name = ${sourceName}
      and (${failure !== null} or sending_failing_since is not null)`.execute(database);
}

/** Skips a locked row: a marketplace notification must not wait for a timestamp. */
export async function updateCalledAt(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  now: Date,
): Promise<void> {
  await sql`
    update marketplace_connections as connection set notified_at = ${now}
    from (
      select workspace_id, connection_id from marketplace_connections
      where workspace_id = ${workspaceId} and source_name = ${sourceName}
      for update skip locked
    ) as free
    where connection.workspace_id = free.workspace_id and connection.connection_id = free.connection_id`.execute(
    database,
  );
}
