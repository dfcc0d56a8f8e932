import { type Selectable, sql } from 'kysely';
import type { UsageReport } from '../core/usage-report.ts';
import { oldestAllowed } from '../core/usage-window.ts';
import type { Database } from './database.ts';
import { plainArray, textArray } from './plain-array.ts';
import type { UsageReports } from './tables.generated.ts';
import { type StoredReport, storedFrom } from './usage-reports.ts';

/**
 * Takes reports of one source that may be sent now, the longest due first; those that another sender holds are passed
 * over. One statement: what it locks it finds again by its place.
 */
export async function claimDueReports(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
): Promise<readonly StoredReport[]> {
  const { rows } = await sql<Selectable<UsageReports>>`
    update usage_reports set claims = claims + 1, claimed_until = ${until}
    where ctid = any(array(
      select ctid from usage_reports
      where workspace_id = ${workspaceId} and source_name = ${sourceName} and status = 'Pending'
        and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) and hour >= ${oldestAllowed(now)}
      order by due_at, hour, subscription_id, dimension
      limit ${most}
      for update skip locked
    ))
    returning *`.execute(database);
  return rows.map(storedFrom);
}

/**
 * Writes what became of reports that were sent, where the claim they were sent under still stands: it has not been taken
 * over, and nothing was decided meanwhile. Returns the ids of those.
 */
export async function updateSentReports(
  database: Database,
  reports: readonly StoredReport[],
): Promise<ReadonlySet<string>> {
  if (reports.length === 0) return new Set();
  const plain = (read: (report: UsageReport) => string | number | Date | null) =>
    plainArray(reports.map(({ report }) => read(report)));
  const texts = (read: (report: UsageReport) => string | null) =>
    textArray(reports.map(({ report }) => read(report)));
  const { rows } = await sql<{ report_id: string }>`
    update usage_reports as report
    set status = new.status, due_at = new.due_at, claimed_until = new.claimed_until, reason_code = new.reason_code,
      reason_detail = new.reason_detail, decided_at = new.decided_at
    from unnest(
      ${plainArray(reports.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${plain(({ hour }) => hour)}::timestamptz[],
      ${plain(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${texts(({ dimension }) => dimension)}::text[],
      ${plain(({ claims }) => claims)}::integer[],
      ${plain(({ status }) => status)}::text[],
      ${plain(({ dueAt }) => dueAt)}::timestamptz[],
      ${plain(({ claimedUntil }) => claimedUntil)}::timestamptz[],
      ${texts(({ reason }) => reason?.code ?? null)}::text[],
      ${texts(({ reason }) => reason?.detail ?? null)}::text[],
      ${plain(({ decidedAt }) => decidedAt)}::timestamptz[]
    ) as new (
      workspace_id, hour, subscription_id, dimension, claims, status, due_at, claimed_until, reason_code,
      reason_detail, decided_at
    )
    where report.workspace_id = new.workspace_id and report.hour = new.hour
      and report.subscription_id = new.subscription_id and report.dimension = new.dimension
      and report.claims = new.claims and report.status = 'Pending' and report.claimed_until is not null
    returning report.report_id`.execute(database);
  return new Set(rows.map(({ report_id }) => report_id));
}
