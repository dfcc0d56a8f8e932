import { type Selectable, sql } from 'kysely';
import type { UsageLeaseTerms, UsageReport } from '../../core/usage/report.ts';
import type { Database } from '../database.ts';
import { isUnleased, taken } from '../lease-queue.ts';
import { plainArray, textArray } from '../plain-array.ts';
import type { UsageReports } from '../tables.generated.ts';
import { quantityOf, reasonOf, type StoredReport } from './reports.ts';

export interface LeasedReport extends StoredReport {
  /** The `ctid` after the lease was taken: every change of a report gives it another. */
  readonly rowLocation: string;
}

/** How far through the queue a sender has come. */
export type QueuePosition = Pick<UsageReport, 'dueAt' | 'hour'>;

export interface LeaseQuestion {
  readonly terms: UsageLeaseTerms;
  readonly most: number;
  /** Reports before this position are skipped; null: none are. */
  readonly from: QueuePosition | null;
}

/** The columns that differ between reports that have just been leased. */
type LeasedRow = Omit<
  Selectable<UsageReports>,
  'workspace_id' | 'source_name' | 'status' | 'claimed_until' | 'decided_at'
> & { readonly rowLocation: string };

const beginning: QueuePosition = { dueAt: new Date(0), hour: new Date(0) };

/**
 * Leases reports of one source that may be sent now, the longest due first; those that another sender is about to lease
 * are skipped. One statement: it finds the rows it locks again by their `ctid`.
 */
export async function leaseDueReports(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  { terms, most, from }: LeaseQuestion,
): Promise<readonly LeasedReport[]> {
  const { dueAt, hour } = from ?? beginning;
  const { rows } = await sql<LeasedRow>`
    update usage_reports set ${taken('usage_reports', terms)}
    where ctid = any(array(
      select ctid from usage_reports
      where workspace_id = ${workspaceId} and source_name = ${sourceName} and status = 'Pending'
        and (due_at, hour) >= (${dueAt}::timestamptz, ${hour}::timestamptz)
        and due_at <= ${terms.dueBy} and hour >= ${terms.oldestHour}
        and (${isUnleased(terms.lapsedBy)}
          or claimed_until = any (${plainArray(terms.abandoned)}::timestamptz[]))
      order by due_at, hour, subscription_id, dimension
      limit ${most}
      for update skip locked
    ))
    returning ctid as "rowLocation", hour, subscription_id, dimension, report_id, marketplace_subscription_id,
      marketplace_plan_id, quantity, first_recorded_at, due_at, claims, reason_code, reason_detail`.execute(
    database,
  );
  return rows.map((row) => ({
    workspaceId,
    sourceName,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    marketplacePlanId: row.marketplace_plan_id,
    rowLocation: row.rowLocation,
    report: {
      reportId: row.report_id,
      subscriptionId: row.subscription_id,
      dimension: row.dimension,
      hour: row.hour,
      quantity: quantityOf(row.quantity),
      status: 'Pending',
      firstRecordedAt: row.first_recorded_at,
      dueAt: row.due_at,
      attempts: row.claims,
      leasedUntil: terms.leasedUntil,
      reason: reasonOf(row),
      decidedAt: null,
    },
  }));
}

/** A report as it was leased, and as it is after its attempt. */
export interface SettledReport {
  readonly leased: LeasedReport;
  readonly after: UsageReport;
}

/**
 * Writes the results of reports that were sent, where the lease of the attempt still counts. Returns the ids of those.
 *
 * The rows are found by `ctid`: statistics know next to nothing of rows that are Pending or leased for minutes only, and
 * lead to plans that read all of them. A report that was changed for another reason is sent again when its lease expires.
 */
export async function updateSentReports(
  database: Database,
  reports: readonly SettledReport[],
): Promise<ReadonlySet<string>> {
  if (reports.length === 0) return new Set();
  const plain = (read: (report: UsageReport) => string | number | Date | null) =>
    plainArray(reports.map(({ after }) => read(after)));
  const texts = (read: (report: UsageReport) => string | null) =>
    textArray(reports.map(({ after }) => read(after)));
  const { rows } = await sql<{ report_id: string }>`
    update usage_reports as report
    set status = new.status, due_at = coalesce(new.due_at, report.due_at), claimed_until = new.claimed_until, reason_code = new.reason_code,
      reason_detail = new.reason_detail, decided_at = new.decided_at
    from unnest(
      ${textArray(reports.map(({ leased }) => leased.rowLocation))}::tid[],
      ${plainArray(reports.map(({ leased }) => leased.report.leasedUntil))}::timestamptz[],
      ${plain(({ reportId }) => reportId)}::uuid[],
      ${plain(({ attempts }) => attempts)}::integer[],
      ${plain(({ status }) => status)}::text[],
      ${plainArray(reports.map(({ leased, after }) => (after.dueAt === leased.report.dueAt ? null : after.dueAt)))}::timestamptz[],
      ${plain(({ leasedUntil }) => leasedUntil)}::timestamptz[],
      ${texts(({ reason }) => reason?.code ?? null)}::text[],
      ${texts(({ reason }) => reason?.detail ?? null)}::text[],
      ${plain(({ decidedAt }) => decidedAt)}::timestamptz[]
    ) as new (
      row_location, leased_until, report_id, claims, status, due_at, claimed_until, reason_code, reason_detail, decided_at
    )
    where report.ctid = new.row_location and report.report_id = new.report_id and report.claims = new.claims
      and report.claimed_until = new.leased_until
    returning report.report_id`.execute(database);
  return new Set(rows.map(({ report_id }) => report_id));
}
