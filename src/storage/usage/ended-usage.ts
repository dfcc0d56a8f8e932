import { sql } from 'kysely';
import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import type { UsageHour } from '../../core/usage/reports/window.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { lockExistingHours } from './hours.ts';

/** Which usage of ended subscriptions has to be sent at once. */
export interface EndedQuestion {
  readonly kind: MarketplaceKind;
  /** The subscription ended after that. */
  readonly endedSince: Date;
  readonly oldestHour: UsageHour;
  readonly now: Date;
}

export type EndedHour = UsageKey & { readonly workspaceId: string };

/** Hours of ended subscriptions that have begun and are open until later, of any workspace. */
export async function findEndedHours(
  database: Database,
  { kind, endedSince, oldestHour, now }: EndedQuestion,
  limit: number,
): Promise<readonly EndedHour[]> {
  const { rows } = await sql<EndedHour>`
    select hours.workspace_id as "workspaceId", hours.subscription_id as "subscriptionId", hours.dimension, hours.hour
    from ${endedSubscriptions(kind, endedSince)}
    join usage_hours as hours
      on hours.workspace_id = shard.workspace_id and hours.subscription_id = ended.subscription_id
      and hours.source_name = connection.source_name
    where hours.kind = ${kind} and hours.closed_at is null and hours.closes_at > ${now}
      and hours.hour between ${oldestHour} and ${now}
    limit ${limit}`.execute(database);
  return rows;
}

/** Reports of ended subscriptions whose hold is not over, of any workspace. */
export async function findEndedReports(
  database: Database,
  { kind, endedSince, oldestHour, now }: EndedQuestion,
  limit: number,
): Promise<readonly EndedHour[]> {
  const { rows } = await sql<EndedHour>`
    select report.workspace_id as "workspaceId", report.subscription_id as "subscriptionId", report.dimension, report.hour
    from ${endedSubscriptions(kind, endedSince)}
    join usage_reports as report
      on report.workspace_id = shard.workspace_id and report.subscription_id = ended.subscription_id
      and report.source_name = connection.source_name
    where report.kind = ${kind} and report.status = 'Pending' and report.attempts = 0 and report.due_at > ${now}
      and report.hour between ${oldestHour} and ${now}
    limit ${limit}`.execute(database);
  return rows;
}

/** Few: those that have changed within the hour. Workspaces without a connection of the kind cost nothing. */
function endedSubscriptions(kind: MarketplaceKind, since: Date) {
  return sql`catalogues as shard
    join marketplace_connections as connection
      on connection.workspace_id = shard.workspace_id and connection.kind = ${kind}
    join subscriptions as ended
      on ended.workspace_id = shard.workspace_id and ended.changed_at >= ${since}
      and ended.status in ('Cancelled', 'Expired')`;
}

/** Lets open hours of a workspace close now. */
export async function closeHoursNow(
  transaction: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await lockExistingHours(transaction, workspaceId, keys);
  const asked = unnestRows('asked', keys, {
    hour: 'timestamptz',
    subscription_id: 'uuid',
    dimension: 'text',
  });
  await sql`
    update usage_hours as hours set closes_at = ${now}
    from ${asked}
    where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = asked.subscription_id
      and hours.dimension = asked.dimension and hours.hour = asked.hour and hours.closed_at is null`.execute(
    transaction,
  );
}
