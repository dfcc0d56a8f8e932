import { type Selectable, sql } from 'kysely';
import type { UsageReport } from '../../core/usage/report.ts';
import { oldestAllowed } from '../../core/usage/window.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';
import type { UsageReports } from '../tables.generated.ts';
import { quantityOf, reasonOf, type StoredReport } from './reports.ts';

export interface ClaimedReport extends StoredReport {
  /** Where the claim has put it: whatever changes a report puts it elsewhere. */
  readonly place: string;
}

/** How far through the queue somebody has come. */
export type QueuePosition = Pick<UsageReport, 'dueAt' | 'hour'>;

export interface ClaimQuestion {
  readonly now: Date;
  readonly until: Date;
  readonly most: number;
  /** What comes before it in the queue is passed over, unseen; null: nothing is. */
  readonly from: QueuePosition | null;
  /** Leases with these ends are nobody's any more. */
  readonly abandoned: readonly Date[];
}

/** All but what every report has alike that has just been claimed. */
type ClaimedRow = Omit<
  Selectable<UsageReports>,
  'workspace_id' | 'source_name' | 'status' | 'claimed_until' | 'decided_at'
> & { readonly place: string };

const beginning: QueuePosition = { dueAt: new Date(0), hour: new Date(0) };

/**
 * Takes reports of one source that may be sent now, the longest due first; those that another sender holds are passed
 * over. One statement: what it locks it finds again by its place.
 */
export async function claimDueReports(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  { now, until, most, from, abandoned }: ClaimQuestion,
): Promise<readonly ClaimedReport[]> {
  const { dueAt, hour } = from ?? beginning;
  const { rows } = await sql<ClaimedRow>`
    update usage_reports set claims = claims + 1, claimed_until = ${until}
    where ctid = any(array(
      select ctid from usage_reports
      where workspace_id = ${workspaceId} and source_name = ${sourceName} and status = 'Pending'
        and (due_at, hour) >= (${dueAt}::timestamptz, ${hour}::timestamptz)
        and due_at <= ${now} and hour >= ${oldestAllowed(now)}
        and (claimed_until is null or claimed_until <= ${now}
          or claimed_until = any (${plainArray(abandoned)}::timestamptz[]))
      order by due_at, hour, subscription_id, dimension
      limit ${most}
      for update skip locked
    ))
    returning ctid as place, hour, subscription_id, dimension, report_id, marketplace_subscription_id,
      marketplace_plan_id, quantity, first_recorded_at, due_at, claims, reason_code, reason_detail`.execute(
    database,
  );
  return rows.map((row) => ({
    workspaceId,
    sourceName,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    marketplacePlanId: row.marketplace_plan_id,
    place: row.place,
    report: {
      reportId: row.report_id,
      subscriptionId: row.subscription_id,
      dimension: row.dimension,
      hour: row.hour,
      quantity: quantityOf(row.quantity),
      status: 'Pending',
      firstRecordedAt: row.first_recorded_at,
      dueAt: row.due_at,
      claims: row.claims,
      claimedUntil: until,
      reason: reasonOf(row),
      decidedAt: null,
    },
  }));
}

/** A report as it was claimed, and what has become of it. */
export interface SettledReport {
  readonly claimed: ClaimedReport;
  readonly after: UsageReport;
}

/**
 * Writes what became of reports that were sent, where the claim they were sent under still stands: it has not been taken
 * over, and nothing was decided meanwhile. Returns the ids of those.
 *
 * They are found where the claim has left them, whatever the statistics say: those know next to nothing of what is
 * Pending or claimed for minutes only, and lead to plans that read all of it. A report that was moved for another reason
 * is sent again when its claim has lapsed.
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
      ${textArray(reports.map(({ claimed }) => claimed.place))}::tid[],
      ${plainArray(reports.map(({ claimed }) => claimed.report.claimedUntil))}::timestamptz[],
      ${plain(({ reportId }) => reportId)}::uuid[],
      ${plain(({ claims }) => claims)}::integer[],
      ${plain(({ status }) => status)}::text[],
      ${plainArray(reports.map(({ claimed, after }) => (after.dueAt === claimed.report.dueAt ? null : after.dueAt)))}::timestamptz[],
      ${plain(({ claimedUntil }) => claimedUntil)}::timestamptz[],
      ${texts(({ reason }) => reason?.code ?? null)}::text[],
      ${texts(({ reason }) => reason?.detail ?? null)}::text[],
      ${plain(({ decidedAt }) => decidedAt)}::timestamptz[]
    ) as new (
      place, held_until, report_id, claims, status, due_at, claimed_until, reason_code, reason_detail, decided_at
    )
    where report.ctid = new.place and report.report_id = new.report_id and report.claims = new.claims
      and report.claimed_until = new.held_until
    returning report.report_id`.execute(database);
  return new Set(rows.map(({ report_id }) => report_id));
}
