import { type Selectable, sql } from 'kysely';
import type { UsageLeaseTerms, UsageOrigin, UsageReport } from '../../core/usage/report.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';
import type { UsageReports } from '../tables.generated.ts';
import { type LeaseAddress, lockUsageQueues, type UsageQueueAddress } from './leases.ts';
import { quantityOf, reasonOf, type StoredReport } from './reports.ts';

/** A worker's position in the queue. */
export type QueuePosition = Pick<UsageReport, 'dueAt' | 'hour' | 'subscriptionId' | 'dimension'>;

export interface TakeRequest {
  readonly leaseId: string;
  readonly holder: string;
  readonly terms: UsageLeaseTerms;
  readonly limit: number;
  /** Skips reports before this position; null: none. */
  readonly from: QueuePosition | null;
}

/** The columns that differ between reports of one take. */
type TakenRow = Omit<
  Selectable<UsageReports>,
  'workspace_id' | 'source_name' | 'status' | 'claimed_until' | 'decided_at'
>;

const beginning: QueuePosition = {
  dueAt: new Date(0),
  hour: new Date(0),
  subscriptionId: '00000000-0000-0000-0000-000000000000',
  dimension: '',
};

/**
 * Leases due reports of one queue, longest due first, except for leased ones. Needs its own transaction: the lock of
 * the queue prevents replacing a due report, so the lease freezes exactly the reports that were read.
 */
export async function takeDueReports(
  transaction: Database,
  queue: UsageQueueAddress,
  { leaseId, holder, terms, limit, from }: TakeRequest,
): Promise<readonly StoredReport[]> {
  const { workspaceId, sourceName } = queue;
  const { dueAt, hour, subscriptionId, dimension } = from ?? beginning;
  await lockUsageQueues(transaction, workspaceId, [sourceName], 'update');
  const { rows } = await sql<TakenRow>`
    select hour, subscription_id, dimension, report_id, marketplace_subscription_id, marketplace_plan_id, quantity,
      first_recorded_at, due_at, claims, reason_code, reason_detail, origin
    from usage_reports
    where workspace_id = ${workspaceId} and source_name = ${sourceName} and status = 'Pending'
      and (due_at, hour, subscription_id, dimension)
        >= (${dueAt}::timestamptz, ${hour}::timestamptz, ${subscriptionId}::uuid, ${dimension})
      and due_at <= ${terms.dueBy} and hour >= ${terms.oldestHour}
      and report_id not in (
        select unnest(report_ids) from usage_leases
        where workspace_id = ${workspaceId} and source_name = ${sourceName}
      )
    order by due_at, hour, subscription_id, dimension
    limit ${limit}`.execute(transaction);
  if (rows.length === 0) return [];
  await sql`
    insert into usage_leases (workspace_id, lease_id, source_name, holder, leased_until, report_ids)
    values (${workspaceId}, ${leaseId}, ${sourceName}, ${holder}, ${terms.leasedUntil},
      ${plainArray(rows.map(({ report_id }) => report_id))})`.execute(transaction);
  return rows.map((row) => ({
    workspaceId,
    sourceName,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    marketplacePlanId: row.marketplace_plan_id,
    origin: row.origin as UsageOrigin,
    report: {
      reportId: row.report_id,
      subscriptionId: row.subscription_id,
      dimension: row.dimension,
      hour: row.hour,
      quantity: quantityOf(row.quantity),
      status: 'Pending',
      firstRecordedAt: row.first_recorded_at,
      dueAt: row.due_at,
      attempts: row.claims + 1,
      leasedUntil: terms.leasedUntil,
      reason: reasonOf(row),
      decidedAt: null,
    },
  }));
}

/** A report before and after its attempt. */
export interface SettledReport {
  readonly taken: StoredReport;
  readonly after: UsageReport;
}

/**
 * Ends a lease and writes the results of all its reports, unless it was released before. Returns the written reports.
 * Rows are found by their key: `decided_at is null` means the same as Pending, but matches no index of the queue. The
 * arrays are hidden from the planner, which would otherwise scan the table for 400 rows.
 */
export async function settleReports(
  database: Database,
  { workspaceId, leaseId }: LeaseAddress,
  reports: readonly SettledReport[],
): Promise<readonly SettledReport[]> {
  const plain = (read: (report: UsageReport) => string | Date | null) =>
    plainArray(reports.map(({ after }) => read(after)));
  const texts = (read: (report: UsageReport) => string | null) =>
    textArray(reports.map(({ after }) => read(after)));
  const { rows } = await sql<{ position: number }>`
    with ended as (
      delete from usage_leases where workspace_id = ${workspaceId} and lease_id = ${leaseId} returning workspace_id
    )
    update usage_reports as report
    set status = new.status, due_at = coalesce(new.due_at, report.due_at), claims = report.claims + 1,
      reason_code = new.reason_code, reason_detail = new.reason_detail, decided_at = new.decided_at
    from ended, unnest(
      (select ${plain(({ hour }) => hour)}::timestamptz[]),
      (select ${plain(({ subscriptionId }) => subscriptionId)}::uuid[]),
      (select ${texts(({ dimension }) => dimension)}::text[]),
      (select ${plain(({ status }) => status)}::text[]),
      (select ${plainArray(reports.map(({ taken, after }) => (after.dueAt === taken.report.dueAt ? null : after.dueAt)))}::timestamptz[]),
      (select ${texts(({ reason }) => reason?.code ?? null)}::text[]),
      (select ${texts(({ reason }) => reason?.detail ?? null)}::text[]),
      (select ${plain(({ decidedAt }) => decidedAt)}::timestamptz[])
    ) with ordinality as new (
      hour, subscription_id, dimension, status, due_at, reason_code, reason_detail, decided_at, position
    )
    where report.workspace_id = ${workspaceId} and report.workspace_id = ended.workspace_id
      and report.hour = new.hour and report.subscription_id = new.subscription_id
      and report.dimension = new.dimension and report.decided_at is null
    returning new.position::integer`.execute(database);
  return rows.flatMap(({ position }) => reports[position - 1] ?? []);
}
