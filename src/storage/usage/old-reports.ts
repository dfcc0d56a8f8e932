import { sql } from 'kysely';
import type { UsageKey } from '../../core/usage/report.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';

/** The keys of a workspace's reports of hours before the moment, after a key, oldest first. */
export async function listReportsBefore(
  database: Database,
  workspaceId: string,
  moment: Date,
  after: UsageKey | null,
  limit: number,
): Promise<readonly UsageKey[]> {
  const further = after
    ? sql`and (hour, subscription_id, dimension)
        > (${after.hour}::timestamptz, ${after.subscriptionId}::uuid, ${after.dimension})`
    : sql``;
  const { rows } = await sql<UsageKey>`
    select hour, subscription_id as "subscriptionId", dimension from usage_reports
    where workspace_id = ${workspaceId} and hour < ${moment} ${further}
    order by hour, subscription_id, dimension
    limit ${limit}`.execute(database);
  return rows;
}

/**
 * Deletes those of the reports that are settled. A report of events stays as long as its hour: the report is part of its
 * period's use. Returns how many were deleted.
 */
export async function deleteSettledReports(
  database: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from usage_reports as report using (
      select settled.hour, settled.subscription_id, settled.dimension
      from unnest(
        ${plainArray(keys.map(({ hour }) => hour))}::timestamptz[],
        ${plainArray(keys.map(({ subscriptionId }) => subscriptionId))}::uuid[],
        ${textArray(keys.map(({ dimension }) => dimension))}::text[]
      ) as key (hour, subscription_id, dimension)
      join usage_reports as settled
        on settled.workspace_id = ${workspaceId} and settled.hour = key.hour
        and settled.subscription_id = key.subscription_id and settled.dimension = key.dimension
      where settled.status <> 'Pending'
        and not exists (
          select from usage_hours as hours
          where hours.workspace_id = ${workspaceId} and hours.subscription_id = settled.subscription_id
            and hours.dimension = settled.dimension and hours.hour = settled.hour
        )
      order by settled.hour, settled.subscription_id, settled.dimension
      for update of settled skip locked
    ) as old
    where report.workspace_id = ${workspaceId} and report.hour = old.hour
      and report.subscription_id = old.subscription_id and report.dimension = old.dimension`.execute(
    database,
  );
  return Number(numAffectedRows);
}
