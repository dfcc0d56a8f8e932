import { sql } from 'kysely';
import {
  type SendOutcome,
  sentQuantityOf,
  type UsageLeaseTerms,
  type UsageOrigin,
  type UsageReport,
} from '../../core/usage/reports/report.ts';
import type { WithKind } from '../../core/usage/reports/window.ts';
import { quantityToText } from '../../core/values/quantity.ts';
import type { Database } from '../database.ts';
import { plainArray } from '../sql/plain-array.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
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
  /** For a marketplace that takes whole units. */
  readonly scaled?: ScaledTake;
}

/** A leased report, with what its marketplace asks for beside it. */
export interface TakenReport extends StoredReport {
  /** The number of the buyer's account. */
  readonly account?: string;
  /** Its batch has reports of this product alone; absent where a batch may have any. */
  readonly productCode?: string;
  /** Whether the marketplace may have received the sent quantity; absent: after the first attempt. */
  readonly isRepeated?: boolean;
  /** The outcome of a report that is not sent. */
  readonly unsent?: SendOutcome;
}

interface ScaledTake extends Required<WithKind> {
  /** Fixes what the marketplace is told, and leaves out reports that have to wait. */
  readonly fix: (reports: readonly StoredReport[]) => Promise<readonly TakenReport[]>;
}

/** The columns of taken reports, each as a list: parsing them costs a third of parsing as many rows. */
interface TakenColumns {
  readonly hours: readonly string[];
  readonly subscription_ids: readonly string[];
  readonly dimensions: readonly string[];
  readonly report_ids: readonly string[];
  readonly marketplace_subscription_ids: readonly string[];
  readonly marketplace_plan_ids: readonly string[];
  readonly quantities: readonly string[];
  readonly first_recorded_ats: readonly string[];
  readonly due_ats: readonly string[];
  readonly attempts: readonly number[];
  readonly reason_codes: readonly (string | null)[];
  readonly reason_details: readonly (string | null)[];
  readonly origins: readonly string[];
}

const beginning: QueuePosition = {
  dueAt: new Date(0),
  hour: new Date(0),
  subscriptionId: '00000000-0000-0000-0000-000000000000',
  dimension: '',
};

/**
 * Leases due reports of one queue, longest due first, except for leased ones. Needs its own transaction: the lock of
 * the queue prevents replacing a due report, so the lease freezes exactly the reports that were read. They stay frozen
 * even if the worker dies: the marketplace may have received them.
 */
export async function takeDueReports(
  transaction: Database,
  queue: UsageQueueAddress,
  { leaseId, holder, terms, limit, from, scaled }: TakeRequest,
): Promise<readonly TakenReport[]> {
  const { workspaceId, sourceName } = queue;
  const { dueAt, hour, subscriptionId, dimension } = from ?? beginning;
  await lockUsageQueues(transaction, workspaceId, [sourceName], 'update');
  const { rows } = await sql<{ taken: TakenColumns | null }>`
    select json_build_object('hours', json_agg(hour), 'subscription_ids', json_agg(subscription_id),
      'dimensions', json_agg(dimension), 'report_ids', json_agg(report_id),
      'marketplace_subscription_ids', json_agg(marketplace_subscription_id),
      'marketplace_plan_ids', json_agg(marketplace_plan_id), 'quantities', json_agg(quantity::text),
      'first_recorded_ats', json_agg(first_recorded_at), 'due_ats', json_agg(due_at), 'attempts', json_agg(attempts),
      'reason_codes', json_agg(reason_code), 'reason_details', json_agg(reason_detail), 'origins', json_agg(origin)
    ) as taken
    from (
      select * from usage_reports
      where workspace_id = ${workspaceId} and source_name = ${sourceName} and status = 'Pending'
        and (due_at, hour, subscription_id, dimension)
          >= (${dueAt}::timestamptz, ${hour}::timestamptz, ${subscriptionId}::uuid, ${dimension})
        and due_at <= ${terms.dueBy} and hour >= ${terms.oldestHour}
        and report_id not in (
          select unnest(report_ids) from usage_leases
          where workspace_id = ${workspaceId} and source_name = ${sourceName}
        )${scaled ? isNext(queue) : sql``}
      order by due_at, hour, subscription_id, dimension
      limit ${limit}
    ) as due
    having count(*) > 0`.execute(transaction);
  const taken = rows[0]?.taken;
  if (!taken) return [];
  const reports = reportsFrom(taken, queue, terms, scaled);
  const fixed = scaled ? await scaled.fix(reports) : reports;
  const ids = fixed.map(({ report }) => report.reportId);
  if (ids.length === 0) return [];
  await sql`
    insert into usage_leases (workspace_id, lease_id, source_name, holder, leased_until, report_ids)
    values (${workspaceId}, ${leaseId}, ${sourceName}, ${holder}, ${terms.leasedUntil},
      ${plainArray(ids)})`.execute(transaction);
  return fixed;
}

/**
 * Reports that wait for another one of the subscription and dimension must not hide those behind them. A subquery with a
 * value looks them up row by row in the order of the queue; for `not exists` the planner joins the whole queue and sorts it.
 */
function isNext({ workspaceId, sourceName }: UsageQueueAddress) {
  return sql` and (
          select known.report_id <> usage_reports.report_id from usage_remainders as known
          where known.workspace_id = ${workspaceId} and known.source_name = ${sourceName}
            and known.marketplace_subscription_id = usage_reports.marketplace_subscription_id
            and known.dimension = usage_reports.dimension
        ) is not true`;
}

function reportsFrom(
  taken: TakenColumns,
  { workspaceId, sourceName }: UsageQueueAddress,
  terms: UsageLeaseTerms,
  scaled: WithKind = {},
): readonly StoredReport[] {
  const { kind } = scaled;
  const readHour = lastTimeReader();
  const readFirst = lastTimeReader();
  const readDue = lastTimeReader();
  return taken.report_ids.map((reportId, index) => ({
    workspaceId,
    sourceName,
    marketplaceSubscriptionId: taken.marketplace_subscription_ids[index] ?? '',
    marketplacePlanId: taken.marketplace_plan_ids[index] ?? '',
    origin: taken.origins[index] as UsageOrigin,
    reportedAs: null,
    report: {
      ...(kind && { kind }),
      reportId,
      subscriptionId: taken.subscription_ids[index] ?? '',
      dimension: taken.dimensions[index] ?? '',
      hour: readHour(taken.hours[index] ?? ''),
      quantity: quantityOf(taken.quantities[index] ?? ''),
      status: 'Pending',
      firstRecordedAt: readFirst(taken.first_recorded_ats[index] ?? ''),
      dueAt: readDue(taken.due_ats[index] ?? ''),
      attempts: (taken.attempts[index] ?? 0) + 1,
      leasedUntil: terms.leasedUntil,
      reason: reasonOf({
        reason_code: taken.reason_codes[index] ?? null,
        reason_detail: taken.reason_details[index] ?? null,
      }),
      decidedAt: null,
    },
  }));
}

/** Parses times; keeps the last one, because many reports of a take share it. */
function lastTimeReader(): (text: string) => Date {
  let last = '';
  let time = new Date(Number.NaN);
  return (text) => {
    if (text !== last) time = new Date(text);
    last = text;
    return time;
  };
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
  const isScaled = reports.some(({ taken }) => taken.report.sentQuantity !== undefined);
  const settled = unnestRows({ alias: 'new', isNumbered: true, isHidden: true }, reports, {
    hour: ['timestamptz', ({ after }) => after.hour],
    subscription_id: ['uuid', ({ after }) => after.subscriptionId],
    dimension: ['text', ({ after }) => after.dimension],
    status: ['text', ({ after }) => after.status],
    due_at: ['timestamptz', ({ taken, after }) => (after.dueAt === taken.report.dueAt ? null : after.dueAt)],
    reason_code: ['text', ({ after }) => after.reason?.code ?? null],
    reason_detail: ['text', ({ after }) => after.reason?.detail ?? null],
    decided_at: ['timestamptz', ({ after }) => after.decidedAt],
    sent_quantity: isScaled && ['numeric', ({ taken }) => quantityToText(sentQuantityOf(taken.report))],
  });
  const { rows } = await sql<{ position: number }>`
    with ended as (
      delete from usage_leases where workspace_id = ${workspaceId} and lease_id = ${leaseId} returning workspace_id
    )
    update usage_reports as report
    set status = new.status, due_at = coalesce(new.due_at, report.due_at), attempts = report.attempts + 1,
      reason_code = new.reason_code, reason_detail = new.reason_detail, decided_at = new.decided_at${isScaled ? sql`, sent_quantity = new.sent_quantity` : sql``}
    from ended, ${settled}
    where report.workspace_id = ${workspaceId} and report.workspace_id = ended.workspace_id
      and report.hour = new.hour and report.subscription_id = new.subscription_id
      and report.dimension = new.dimension and report.decided_at is null
    returning new.position::integer`.execute(database);
  return rows.flatMap(({ position }) => reports[position - 1] ?? []);
}
