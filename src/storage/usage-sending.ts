import { sql } from 'kysely';
import type { UsageReport } from '../core/usage-report.ts';
import { oldestAllowed } from '../core/usage-window.ts';
import type { Database } from './database.ts';
import { type StoredReport, storedFrom } from './usage-reports.ts';

/** Reports of one source that may be sent now, the longest due first; those that another sender holds are passed over. */
export async function lockDueReports(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  now: Date,
  most: number,
): Promise<readonly StoredReport[]> {
  const rows = await database
    .selectFrom('usage_reports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('status', '=', 'Pending')
    .where('due_at', '<=', now)
    .where((report) => report.or([report('claimed_until', 'is', null), report('claimed_until', '<=', now)]))
    .where('hour', '>=', oldestAllowed(now))
    .orderBy('due_at')
    .orderBy('hour')
    .orderBy('subscription_id')
    .orderBy('dimension')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(storedFrom);
}

/** Writes down who has claimed reports that this transaction has locked. */
export async function updateClaims(database: Database, reports: readonly StoredReport[]): Promise<void> {
  if (reports.length === 0) return;
  const column = <Value>(read: (report: UsageReport) => Value) => reports.map(({ report }) => read(report));
  await sql`
    update usage_reports as report
    set claims = new.claims, claimed_until = new.claimed_until
    from unnest(
      ${reports.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${column(({ hour }) => hour)}::timestamptz[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ dimension }) => dimension)}::text[],
      ${column(({ claims }) => claims)}::integer[],
      ${column(({ claimedUntil }) => claimedUntil)}::timestamptz[]
    ) as new (workspace_id, hour, subscription_id, dimension, claims, claimed_until)
    where report.workspace_id = new.workspace_id and report.hour = new.hour
      and report.subscription_id = new.subscription_id and report.dimension = new.dimension`.execute(
    database,
  );
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
  const column = <Value>(read: (report: UsageReport) => Value) => reports.map(({ report }) => read(report));
  const { rows } = await sql<{ report_id: string }>`
    update usage_reports as report
    set status = new.status, due_at = new.due_at, claimed_until = new.claimed_until, reason_code = new.reason_code,
      reason_detail = new.reason_detail, decided_at = new.decided_at
    from unnest(
      ${reports.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${column(({ hour }) => hour)}::timestamptz[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ dimension }) => dimension)}::text[],
      ${column(({ claims }) => claims)}::integer[],
      ${column(({ status }) => status)}::text[],
      ${column(({ dueAt }) => dueAt)}::timestamptz[],
      ${column(({ claimedUntil }) => claimedUntil)}::timestamptz[],
      ${column(({ reason }) => reason?.code ?? null)}::text[],
      ${column(({ reason }) => reason?.detail ?? null)}::text[],
      ${column(({ decidedAt }) => decidedAt)}::timestamptz[]
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
