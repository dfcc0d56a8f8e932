import { type RawBuilder, sql } from 'kysely';
import type { BatchLease, LeaseHolder } from '../../core/lease.ts';
import type { Database } from '../database.ts';
import { mayReleaseLease } from '../sql/lease-queue.ts';

/** Usage reports of one connection, which are sent in order. */
export interface UsageQueueAddress {
  readonly workspaceId: string;
  readonly sourceName: string;
}

export interface LeaseAddress {
  readonly workspaceId: string;
  readonly leaseId: string;
}

/**
 * Locks queues until the transaction ends: `update` to take reports, `share` to change reports that might be taken.
 * Only a statement after this one sees the leases of earlier lock holders.
 */
export async function lockUsageQueues(
  database: Database,
  workspaceId: string,
  sourceNames: readonly string[],
  mode: 'share' | 'update',
): Promise<void> {
  const lock = () =>
    sql`
      select from usage_queues
      where workspace_id = ${workspaceId} and source_name = any (${[...sourceNames]}::text[])
      order by source_name
      ${mode === 'share' ? sql`for share` : sql`for update`}`.execute(database);
  const { rows } = await lock();
  if (rows.length === sourceNames.length) return;
  await database
    .insertInto('usage_queues')
    .values([...sourceNames].sort().map((name) => ({ workspace_id: workspaceId, source_name: name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await lock();
}

/** The leases of the queues, expired ones included. */
export async function loadUsageLeases(
  database: Database,
  workspaceId: string,
  sourceNames: readonly string[],
): Promise<readonly BatchLease[]> {
  const rows = await database
    .selectFrom('usage_leases')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('source_name', 'in', sourceNames)
    .execute();
  return rows.map((row) => ({
    leaseId: row.lease_id,
    holder: row.holder,
    leasedUntil: row.leased_until,
    ids: new Set(row.report_ids),
  }));
}

/** Leases that the worker may release, in any workspace. */
export async function findReleasableLeases(
  database: Database,
  holder: LeaseHolder,
  now: Date,
  limit: number,
): Promise<readonly LeaseAddress[]> {
  const { rows } = await sql<LeaseAddress>`
    select workspace_id as "workspaceId", lease_id as "leaseId" from usage_leases
    where ${mayReleaseLease(holder, now)}
    order by leased_until
    limit ${limit}`.execute(database);
  return rows;
}

/**
 * Ends a lease without a result, if the worker may. Its reports count the attempt and keep their due time. They are
 * found by a scan of the queue, because no index has their ids.
 */
export async function releaseLease(
  database: Database,
  { workspaceId, leaseId }: LeaseAddress,
  holder: LeaseHolder,
  now: Date,
): Promise<void> {
  await sql`
    with ended as (
      delete from usage_leases
      where workspace_id = ${workspaceId} and lease_id = ${leaseId} and ${mayReleaseLease(holder, now)}
      returning source_name, report_ids
    )
    update usage_reports as report set attempts = attempts + 1
    from ended
    where report.workspace_id = ${workspaceId} and report.source_name = ended.source_name
      and report.status = 'Pending' and report.report_id = any (ended.report_ids)`.execute(database);
}

/** So many connections are looked at with one statement. */
const connectionPage = 1_000;

export interface DueConnections {
  /** Connections with reports that are due and in no lease. */
  readonly due: readonly UsageQueueAddress[];
  /** The last connection that was looked at; null: there are no more. */
  readonly last: UsageQueueAddress | null;
}

/** Looks at a page of the connections of all workspaces, with one index scan each. */
export async function findDueConnections(
  database: Database,
  now: Date,
  after: UsageQueueAddress | null,
): Promise<DueConnections> {
  const { workspaceId, sourceName } = after ?? { workspaceId: lowestId, sourceName: '' };
  const { rows } = await sql<UsageQueueAddress & { readonly is_due: boolean }>`
    select connection.workspace_id as "workspaceId", connection.source_name as "sourceName", exists (
      select from usage_reports as report
      where report.workspace_id = shard.workspace_id and report.source_name = connection.source_name
        and report.status = 'Pending' and report.due_at <= ${now}
        and not exists (
          select from usage_leases as lease
          where lease.workspace_id = shard.workspace_id and lease.source_name = report.source_name
            and report.report_id = any (lease.report_ids)
        )
    ) as is_due
    from catalogues as shard
    join marketplace_connections as connection using (workspace_id)
    where (connection.workspace_id, connection.source_name) > (${workspaceId}::uuid, ${sourceName})
    order by connection.workspace_id, connection.source_name
    limit ${connectionPage}`.execute(database);
  return {
    due: rows.flatMap(({ is_due, ...address }) => (is_due ? [address] : [])),
    last: rows.length < connectionPage ? null : (rows.at(-1) ?? null),
  };
}

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Whose reports, of which product and dimension. */
export interface ReportScope {
  readonly subscriptionId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** A slug. */
  readonly product?: string | undefined;
  readonly dimension?: string | undefined;
}

/** The condition on `subscription_id` and `dimension` of a report of the workspace. */
export function inScope(
  workspaceId: string,
  { subscriptionId, tenantId, product, dimension }: ReportScope,
): RawBuilder<boolean> {
  const own = [
    ...(subscriptionId === undefined ? [] : [sql`subscription_id = ${subscriptionId}`]),
    ...(dimension === undefined ? [] : [sql`dimension = ${dimension}`]),
  ];
  const ofReport = own.length === 0 ? sql`true` : sql.join(own, sql` and `);
  const customer = [
    ...(tenantId === undefined ? [] : [sql`subscription.tenant_id = ${tenantId}`]),
    ...(product === undefined ? [] : [sql`product.slug = ${product}`]),
  ];
  if (customer.length === 0) return sql<boolean>`(${ofReport})`;
  return sql<boolean>`(${ofReport} and subscription_id in (
    select subscription.subscription_id from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = ${workspaceId} and ${sql.join(customer, sql` and `)}
  ))`;
}
