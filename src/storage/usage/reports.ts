import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import { underLease } from '../../core/lease.ts';
import type { ReportAddress } from '../../core/usage/meter-mapping.ts';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import {
  mayBeLeased,
  type UsageKey,
  type UsageOrigin,
  type UsageReason,
  type UsageReport,
  type UsageStatus,
} from '../../core/usage/reports/report.ts';
import { type Quantity, quantityFromText, quantityToText } from '../../core/values/quantity.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import type { UsageReports } from '../schema/tables.generated.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { loadUsageLeases, lockUsageQueues } from './leases.ts';
import type { ReportRow } from './queue.ts';

export interface AddressedReport extends ReportAddress {
  readonly report: UsageReport;
}

export interface StoredReport extends AddressedReport {
  readonly workspaceId: string;
  readonly origin: UsageOrigin;
  /** The dimension as which a person has reported the usage of this rejected report; null: none. */
  readonly reportedAs: string | null;
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
  const { rows } = await sql<ReportRow>`${reportsOf(workspaceId, keys)}
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

/** The reports of the keys, by `usageKeyText`. */
export async function loadReports(
  database: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<ReadonlyMap<string, UsageReport>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<ReportRow>`${reportsOf(workspaceId, keys)}`.execute(database);
  return new Map(rows.map((row) => [usageKeyText(storedFrom(row).report), storedFrom(row).report]));
}

function reportsOf(workspaceId: string, keys: readonly UsageKey[]): RawBuilder<unknown> {
  return sql`
    select report.*, null as leased_until from usage_reports as report
    join ${unnestRows('asked', keys, { hour: 'timestamptz', subscription_id: 'uuid', dimension: 'text' })}
      using (hour, subscription_id, dimension)
    where report.workspace_id = ${workspaceId}`;
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
  const hasKinds = reports.some(({ report }) => report.kind !== undefined);
  const inserted = unnestRows('new', reports, {
    hour: ['timestamptz', ({ report }) => report.hour],
    subscription_id: ['uuid', ({ report }) => report.subscriptionId],
    dimension: ['text', ({ report }) => report.dimension],
    report_id: ['uuid', ({ report }) => report.reportId],
    source_name: 'text',
    marketplace_subscription_id: 'text',
    marketplace_plan_id: 'text',
    quantity: ['numeric', ({ report }) => quantityToText(report.quantity)],
    status: ['text', ({ report }) => report.status],
    first_recorded_at: ['timestamptz', ({ report }) => report.firstRecordedAt],
    due_at: ['timestamptz', ({ report }) => report.dueAt],
    kind: hasKinds && ['text', ({ report }) => report.kind ?? null],
  });
  const { numAffectedRows = 0n } = await sql`
    insert into usage_reports (
      workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
      marketplace_plan_id, quantity, status, first_recorded_at, due_at${hasKinds ? sql`, kind` : sql``}, attempts, origin
    )
    select shard.workspace_id, new.*, 0, ${origin}
    from ${onShardOf(workspaceId)} cross join ${inserted}
    order by hour, subscription_id, dimension
    on conflict do nothing`.execute(database);
  return Number(numAffectedRows);
}

/** Writes what has changed of a workspace's reports that this transaction has locked, in one statement. */
export async function updateReports(
  database: Database,
  workspaceId: string,
  reports: readonly AddressedReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const changed = reports.map(({ report }) => report);
  await sql`
    update usage_reports as report
    set quantity = new.quantity, status = new.status, due_at = new.due_at, attempts = new.attempts,
      reason_code = new.reason_code, reason_detail = new.reason_detail,
      decided_at = new.decided_at
    from ${unnestRows('new', changed, {
      hour: 'timestamptz',
      subscription_id: 'uuid',
      dimension: 'text',
      quantity: ['numeric', ({ quantity }) => quantityToText(quantity)],
      status: 'text',
      due_at: 'timestamptz',
      attempts: 'integer',
      reason_code: ['text', ({ reason }) => reason?.code ?? null],
      reason_detail: ['text', ({ reason }) => reason?.detail ?? null],
      decided_at: 'timestamptz',
    })}
    where report.workspace_id = ${workspaceId} and report.hour = new.hour
      and report.subscription_id = new.subscription_id and report.dimension = new.dimension`.execute(
    database,
  );
}

/** Marks a locked rejected report: a person has reported its usage as another dimension. */
export async function updateReportedAs(
  database: Database,
  workspaceId: string,
  { hour, subscriptionId, dimension }: UsageKey,
  reportedAs: string,
): Promise<void> {
  await database
    .updateTable('usage_reports')
    .set({ reported_as: reportedAs })
    .where('workspace_id', '=', workspaceId)
    .where('hour', '=', hour)
    .where('subscription_id', '=', subscriptionId)
    .where('dimension', '=', dimension)
    .execute();
}

/**
 * Writes the address of a locked report that is reported again: a later mapping of its plan may have changed it. What the
 * marketplace is told is fixed anew.
 */
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
      reported_as: null,
      sent_quantity: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('hour', '=', report.hour)
    .where('subscription_id', '=', report.subscriptionId)
    .where('dimension', '=', report.dimension)
    .execute();
}

/** A lease is an attempt that the row does not count yet: `underLease` of the core. */
export function storedFrom(row: ReportRow): StoredReport {
  return {
    workspaceId: row.workspace_id,
    sourceName: row.source_name,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    marketplacePlanId: row.marketplace_plan_id,
    origin: row.origin as UsageOrigin,
    reportedAs: row.reported_as,
    report: {
      ...(row.kind !== null && { kind: row.kind as MarketplaceKind }),
      ...(row.sent_quantity !== null && { sentQuantity: quantityOf(row.sent_quantity) }),
      reportId: row.report_id,
      subscriptionId: row.subscription_id,
      dimension: row.dimension,
      hour: row.hour,
      quantity: quantityOf(row.quantity),
      status: row.status as UsageStatus,
      firstRecordedAt: row.first_recorded_at,
      dueAt: row.due_at,
      attempts: row.leased_until === null ? row.attempts : row.attempts + 1,
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
  if (quantity === undefined) throw new Error(`The stored quantity ${text} is not a decimal`);
  return quantity;
}
