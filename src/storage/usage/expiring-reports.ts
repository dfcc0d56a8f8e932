import { sql } from 'kysely';
import type { UsageKey } from '../../core/usage/report.ts';
import { newestExpiring, oldestAllowed } from '../../core/usage/window.ts';
import type { Database } from '../database.ts';
import { isUnleased } from '../lease-queue.ts';
import { reportsUnderLease } from './queue.ts';
import { type ReportRow, type StoredReport, storedFrom } from './reports.ts';

/** The keys of reports whose hour is too old to be sent, and that are not leased. */
export async function findOverdueReports(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly (UsageKey & { readonly workspaceId: string })[]> {
  return database
    .selectFrom(reportsUnderLease.as('report'))
    .select(['workspace_id as workspaceId', 'hour', 'subscription_id as subscriptionId', 'dimension'])
    .where('status', '=', 'Pending')
    .where('decided_at', 'is', null)
    .where('hour', '<', oldestAllowed(now))
    .where(isUnleased(now, 'leased_until'))
    .orderBy('hour')
    .limit(limit)
    .execute();
}

/**
 * Undecided reports that expire within two hours without a warning to support: those whose last attempt failed, and
 * those that have been due since `sendableSince`.
 */
export async function lockExpiringReports(
  database: Database,
  now: Date,
  sendableSince: Date,
  limit: number,
): Promise<readonly StoredReport[]> {
  const { rows } = await sql<ReportRow>`
    select report.*, report.claims as attempts, null as leased_until from usage_reports as report
    where report.status = 'Pending' and report.decided_at is null and report.hour between ${oldestAllowed(now)} and ${newestExpiring(now)}
      and (report.reason_code is not null or greatest(report.due_at, report.first_recorded_at) <= ${sendableSince})
      and not exists (
        select from notices as notice
        where notice.workspace_id = report.workspace_id and notice.kind = 'UsageExpiring'
          and notice.key = report.report_id::text
      )
    order by report.hour
    limit ${limit}
    for update of report skip locked`.execute(database);
  return rows.map(storedFrom);
}
