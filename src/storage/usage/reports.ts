import { type Selectable, sql } from 'kysely';
import { underLease } from '../../core/lease.ts';
import { isDescending, sortsBy } from '../../core/list-order.ts';
import { type Quantity, quantityFromText, quantityToText } from '../../core/quantity.ts';
import type { ReportAddress } from '../../core/usage/meter-mapping.ts';
import {
  mayBeLeased,
  type UsageKey,
  type UsageOrigin,
  type UsageReason,
  type UsageReport,
  type UsageStatus,
} from '../../core/usage/report.ts';
import type { UsageState } from '../../core/usage/state.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';
import type { UsageReports } from '../tables.generated.ts';
import { insertOnShard, onShardOf } from '../workspace-shard.ts';
import { loadUsageLeases, lockUsageQueues } from './leases.ts';
import { type LeaseColumns, reportState, reportsUnderLease } from './queue.ts';
import { heldBy, type ReportHolder } from './report-holder.ts';

export interface AddressedReport extends ReportAddress {
  readonly report: UsageReport;
}

export interface StoredReport extends AddressedReport {
  readonly workspaceId: string;
  readonly origin: UsageOrigin;
}

/**
 * Locks the reports of the keys until the transaction ends, in a fixed order, and returns them with the state of their
 * lease. Every change of a report takes this lock, except settling, which has the lease. If a worker may take a report,
 * its queue is locked too, and the leases are read after that.
 */
export async function lockReports(
  database: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
  now: Date,
): Promise<readonly StoredReport[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ReportRow>`
    select report.*, report.claims as attempts, null as leased_until from usage_reports as report
    join unnest(
      ${keys.map(({ hour }) => hour)}::timestamptz[],
      ${keys.map(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${keys.map(({ dimension }) => dimension)}::text[]
    ) as asked (hour, subscription_id, dimension)
      using (hour, subscription_id, dimension)
    where report.workspace_id = ${workspaceId}
    order by report.hour, report.subscription_id, report.dimension
    for update of report`.execute(database);
  const stored = rows.map(storedFrom);
  const leasable = stored.filter(({ report }) => mayBeLeased(report, now));
  if (leasable.length === 0) return stored;
  const sourceNames = [...new Set(leasable.map(({ sourceName }) => sourceName))];
  await lockUsageQueues(database, workspaceId, sourceNames, 'share');
  const leases = await loadUsageLeases(database, workspaceId, sourceNames);
  return stored.map((one) => ({ ...one, report: underLease(one.report, one.report.reportId, leases) }));
}

export const reportSorts = sortsBy(['hour']);

export interface ReportQuestion extends ReportHolder {
  readonly status?: UsageStatus | undefined;
  /** The state; `failing` means undecided after a failed attempt. */
  readonly state?: UsageState | 'failing' | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly sort?: (typeof reportSorts)[number] | undefined;
  /** The last key of the previous page. */
  readonly after?: UsageKey | undefined;
  readonly limit: number;
}

/** A page of the workspace's reports, newest hour first unless another order is asked for. */
export async function listReports(
  database: Database,
  workspaceId: string,
  { status, state, from, until, sort = '-hour', after, limit, ...holder }: ReportQuestion,
  now: Date,
): Promise<readonly StoredReport[]> {
  const direction = isDescending(sort) ? 'desc' : 'asc';
  const comparison = isDescending(sort) ? sql`<` : sql`>`;
  let query = database
    .selectFrom(reportsUnderLease.as('report'))
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(heldBy(workspaceId, holder));
  if (status !== undefined) query = query.where('status', '=', status);
  if (state === 'failing') query = query.where('status', '=', 'Pending').where('reason_code', 'is not', null);
  else if (state !== undefined) query = query.where(reportState(now), '=', state);
  if (from !== undefined) query = query.where('hour', '>=', from);
  if (until !== undefined) query = query.where('hour', '<', until);
  if (after !== undefined) {
    const { hour, subscriptionId: subscription, dimension } = after;
    query = query.where(
      sql<boolean>`(hour, subscription_id, dimension) ${comparison}
        (${hour}::timestamptz, ${subscription}::uuid, ${dimension})`,
    );
  }
  const rows = await query
    .orderBy('hour', direction)
    .orderBy('subscription_id', direction)
    .orderBy('dimension', direction)
    .limit(limit)
    .execute();
  return rows.map(storedFrom);
}

/**
 * Inserts reports of hours without one, in the order of their keys, so that two requests cannot deadlock. Returns the
 * number of inserted rows.
 */
export async function insertReports(
  database: Database,
  workspaceId: string,
  reports: readonly AddressedReport[],
  origin: UsageOrigin = 'Records',
): Promise<number> {
  if (reports.length === 0) return 0;
  const plain = (read: (report: UsageReport) => string | Date) =>
    plainArray(reports.map(({ report }) => read(report)));
  const texts = (read: (addressed: AddressedReport) => string) => textArray(reports.map(read));
  const insert = sql`
    insert into usage_reports (
      workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
      marketplace_plan_id, quantity, status, first_recorded_at, due_at, claims, origin
    )
    select shard.workspace_id, hour, subscription_id, dimension, report_id, source_name,
      marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, 0, ${origin}
    from ${onShardOf(workspaceId)} cross join unnest(
      ${plain(({ hour }) => hour)}::timestamptz[],
      ${plain(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${texts(({ report }) => report.dimension)}::text[],
      ${plain(({ reportId }) => reportId)}::uuid[],
      ${texts(({ sourceName }) => sourceName)}::text[],
      ${texts(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId)}::text[],
      ${texts(({ marketplacePlanId }) => marketplacePlanId)}::text[],
      ${plain(({ quantity }) => quantityToText(quantity))}::numeric[],
      ${plain(({ status }) => status)}::text[],
      ${plain(({ firstRecordedAt }) => firstRecordedAt)}::timestamptz[],
      ${plain(({ dueAt }) => dueAt)}::timestamptz[]
    ) as new (
      hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id, marketplace_plan_id,
      quantity, status, first_recorded_at, due_at
    )
    order by hour, subscription_id, dimension
    on conflict do nothing`;
  return insertOnShard(database, workspaceId, () => insert.execute(database));
}

/** Writes what has changed of a workspace's reports that this transaction has locked, in one statement. */
export async function updateReports(
  database: Database,
  workspaceId: string,
  reports: readonly AddressedReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const column = <Value>(read: (report: UsageReport) => Value) => reports.map(({ report }) => read(report));
  await sql`
    update usage_reports as report
    set quantity = new.quantity, status = new.status, due_at = new.due_at, claims = new.claims,
      reason_code = new.reason_code, reason_detail = new.reason_detail,
      decided_at = new.decided_at
    from unnest(
      ${column(({ hour }) => hour)}::timestamptz[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ dimension }) => dimension)}::text[],
      ${column(({ quantity }) => quantityToText(quantity))}::numeric[],
      ${column(({ status }) => status)}::text[],
      ${column(({ dueAt }) => dueAt)}::timestamptz[],
      ${column(({ attempts }) => attempts)}::integer[],
      ${column(({ reason }) => reason?.code ?? null)}::text[],
      ${column(({ reason }) => reason?.detail ?? null)}::text[],
      ${column(({ decidedAt }) => decidedAt)}::timestamptz[]
    ) as new (
      hour, subscription_id, dimension, quantity, status, due_at, claims, reason_code, reason_detail, decided_at
    )
    where report.workspace_id = ${workspaceId} and report.hour = new.hour
      and report.subscription_id = new.subscription_id and report.dimension = new.dimension`.execute(
    database,
  );
}

/** Writes the address of a locked report, which a later mapping of its plan may have changed. */
export async function updateReportAddress(
  database: Database,
  { workspaceId, sourceName, marketplaceSubscriptionId, marketplacePlanId, report }: StoredReport,
): Promise<void> {
  await database
    .updateTable('usage_reports')
    .set({
      source_name: sourceName,
      marketplace_subscription_id: marketplaceSubscriptionId,
      marketplace_plan_id: marketplacePlanId,
    })
    .where('workspace_id', '=', workspaceId)
    .where('hour', '=', report.hour)
    .where('subscription_id', '=', report.subscriptionId)
    .where('dimension', '=', report.dimension)
    .execute();
}

/** A row of `reportsUnderLease`. */
export type ReportRow = Selectable<UsageReports> & LeaseColumns;

export function storedFrom(row: ReportRow): StoredReport {
  return {
    workspaceId: row.workspace_id,
    sourceName: row.source_name,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    marketplacePlanId: row.marketplace_plan_id,
    origin: row.origin as UsageOrigin,
    report: {
      reportId: row.report_id,
      subscriptionId: row.subscription_id,
      dimension: row.dimension,
      hour: row.hour,
      quantity: quantityOf(row.quantity),
      status: row.status as UsageStatus,
      firstRecordedAt: row.first_recorded_at,
      dueAt: row.due_at,
      attempts: row.attempts,
      leasedUntil: row.leased_until,
      reason: reasonOf(row),
      decidedAt: row.decided_at,
    },
  };
}

export function reasonOf({
  reason_code,
  reason_detail,
}: Pick<Selectable<UsageReports>, 'reason_code' | 'reason_detail'>): UsageReason | null {
  return reason_code === null ? null : { code: reason_code, detail: reason_detail ?? '' };
}

export function quantityOf(text: string): Quantity {
  const quantity = quantityFromText(text);
  if (quantity === undefined) throw new Error(`The stored quantity ${text} is none`);
  return quantity;
}
