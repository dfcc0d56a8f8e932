import { type RawBuilder, sql } from 'kysely';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { earlierExpiries, newestExpiring, oldestAllowed } from '../../core/usage/reports/window.ts';
import type { Database } from '../database.ts';
import { isUnleased } from '../sql/lease-queue.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { type ReportRow, reportsUnderLease } from './queue.ts';
import { type StoredReport, storedFrom } from './reports.ts';

type WorkspaceUsageKey = UsageKey & { readonly workspaceId: string };

/** The keys of reports whose hour is too old to be sent, and that are not leased. */
export async function findOverdueReports(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly WorkspaceUsageKey[]> {
  return database
    .selectFrom(reportsUnderLease.as('report'))
    .select(['workspace_id as workspaceId', 'hour', 'subscription_id as subscriptionId', 'dimension'])
    .where('status', '=', 'Pending')
    .where('decided_at', 'is', null)
    .where(isOverdue(now))
    .where(isUnleased(now))
    .orderBy('hour')
    .limit(limit)
    .execute();
}

/** The bounds of the default marketplace, or of the one that the report has. */
function isOverdue(now: Date): RawBuilder<boolean> {
  const earlier = earlierExpiries(now).map((own) => sql`kind = ${own.kind} and hour < ${own.oldestAllowed}`);
  return sql<boolean>`(${sql.join([sql`hour < ${oldestAllowed(now)}`, ...earlier], sql` or `)})`;
}

function isExpiring(hour: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  const usual = sql`${hour} between ${oldestAllowed(now)} and ${newestExpiring(now)}`;
  const earlier = earlierExpiries(now).map(
    (own) =>
      sql`report.kind = ${own.kind} and ${hour} between ${own.oldestAllowed} and ${own.newestExpiring}`,
  );
  return sql<boolean>`(${sql.join([usual, ...earlier], sql` or `)})`;
}

/**
 * The keys of undecided reports that expire within two hours and that support has not been warned of: those whose last
 * attempt failed, and those that have been due since `sendableSince`.
 */
export async function findExpiringReports(
  database: Database,
  now: Date,
  sendableSince: Date,
  limit: number,
): Promise<readonly WorkspaceUsageKey[]> {
  const { rows } = await sql<WorkspaceUsageKey>`
    select report.workspace_id as "workspaceId", report.hour, report.subscription_id as "subscriptionId",
      report.dimension
    from usage_reports as report
    where report.status = 'Pending' and report.decided_at is null and ${isExpiring(sql`report.hour`, now)}
      and (report.reason_code is not null or greatest(report.due_at, report.first_recorded_at) <= ${sendableSince})
      and not exists (
        select from notices as notice
        where notice.workspace_id = report.workspace_id and notice.kind = 'UsageExpiring'
          and notice.key = report.report_id::text
      )
    order by report.hour
    limit ${limit}`.execute(database);
  return rows;
}

/**
 * The keys of rejected reports whose hours the marketplace accepts for less than two hours, if their notice is open and
 * support has not been warned. A notice that is done needs no warning: its usage was reported again, or given up.
 */
export async function findRejectedReports(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly WorkspaceUsageKey[]> {
  const { rows } = await sql<WorkspaceUsageKey>`
    select report.workspace_id as "workspaceId", report.hour, report.subscription_id as "subscriptionId",
      report.dimension
    from notices as notice
    join usage_reports as report
      on report.workspace_id = notice.workspace_id and report.hour = (notice.facts ->> 'hour')::timestamptz
      and report.subscription_id = (notice.facts ->> 'subscriptionId')::uuid
      and report.dimension = notice.facts ->> 'dimension'
    where notice.done_at is null and notice.kind = 'UsageRejected'
      and notice.notice_id >= ${lowestIdAt(oldestAllowed(now))}
      and report.status = 'Rejected' and report.decided_at < report.hour + interval '22 hours'
      and ${isExpiring(sql`(notice.facts ->> 'hour')::timestamptz`, now)}
      and not exists (
        select from notices as warning
        where warning.workspace_id = notice.workspace_id and warning.kind = 'UsageRejectedExpiring'
          and warning.key = notice.key
      )
    order by report.hour
    limit ${limit}`.execute(database);
  return rows;
}

/** Those of the workspace's reports that support still has to be warned of and that no other transaction has locked. */
export async function lockExpiringReports(
  database: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<readonly StoredReport[]> {
  const { rows } = await sql<ReportRow>`
    select report.*, null as leased_until from usage_reports as report
    join ${unnestRows('asked', keys, { hour: 'timestamptz', subscription_id: 'uuid', dimension: 'text' })}
      using (hour, subscription_id, dimension)
    where report.workspace_id = ${workspaceId} and report.status = 'Pending'
      and not exists (
        select from notices as notice
        where notice.workspace_id = ${workspaceId} and notice.kind = 'UsageExpiring'
          and notice.key = report.report_id::text
      )
    order by report.hour, report.subscription_id, report.dimension
    for update of report skip locked`.execute(database);
  return rows.map(storedFrom);
}
