import { sql } from 'kysely';
import type { BatchLease, LeaseHolder } from '../../core/lease.ts';
import type { Database } from '../database.ts';
import { mayReleaseLease } from '../lease-queue.ts';

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
