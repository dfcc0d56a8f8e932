import { sql } from 'kysely';
import type { EarlierDrift, ReportedDay, UsageDay, UsageDrift } from '../../core/usage/drift.ts';
import { quantitySumToText, readQuantitySum } from '../../core/usage/quantity-sum.ts';
import type { Database } from '../database.ts';

interface Connection {
  readonly workspaceId: string;
  readonly sourceName: string;
}

/** A stored difference. */
export interface StoredDrift extends UsageDrift {
  readonly sourceName: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Null while both sides still differ. */
  readonly resolvedAt: Date | null;
}

/** Sums of a connection's reports by subscription, dimension and day, from the first day on. */
export async function loadReportedUsage(
  database: Database,
  { workspaceId, sourceName }: Connection,
  firstDay: string,
): Promise<readonly ReportedDay[]> {
  const { rows } = await sql<Omit<ReportedDay, 'accepted'> & { accepted: string }>`
    select lower(marketplace_subscription_id) as "marketplaceSubscriptionId", dimension,
      to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day,
      coalesce(sum(quantity) filter (where status = 'Accepted'), 0)::text as accepted,
      bool_or(status = 'Pending') as "isUndecided",
      max(decided_at) as "lastDecidedAt",
      bool_or(status = 'QuantityMismatch') as "hasMismatch"
    from usage_reports
    where workspace_id = ${workspaceId} and source_name = ${sourceName}
      and hour >= (${firstDay}::date)::timestamp at time zone 'UTC'
    group by 1, 2, 3`.execute(database);
  return rows.map((row) => ({ ...row, accepted: readQuantitySum(row.accepted) }));
}

/**
 * Our subscriptions by marketplace subscription id (lower case), and whether their plans are sold through the source.
 */
export async function findMarketplaceSubscriptions(
  database: Database,
  { workspaceId, sourceName }: Connection,
  marketplaceSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly subscriptionId: string; readonly isSoldThroughSource: boolean }>> {
  const { rows } = await sql<{ id: string; subscriptionId: string; isSoldThroughSource: boolean }>`
    select lower(subscription.marketplace_subscription_id) as id,
      subscription.subscription_id as "subscriptionId",
      exists (
        select from marketplace_mappings as mapping
        where mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
          and mapping.source_name = ${sourceName}
      ) as "isSoldThroughSource"
    from subscriptions as subscription
    where subscription.workspace_id = ${workspaceId}
      and lower(subscription.marketplace_subscription_id) = any(${marketplaceSubscriptionIds}::text[])`.execute(
    database,
  );
  return new Map(rows.map(({ id, ...subscription }) => [id, subscription]));
}

/** Drifts of a connection, from the first day on. */
export async function loadEarlierDrifts(
  database: Database,
  { workspaceId, sourceName }: Connection,
  firstDay: string,
): Promise<readonly EarlierDrift[]> {
  const { rows } = await sql<EarlierDrift>`
    select marketplace_subscription_id as "marketplaceSubscriptionId", dimension, day::text as day,
      resolved_at is not null as "isResolved"
    from usage_drifts
    where workspace_id = ${workspaceId} and source_name = ${sourceName} and day >= ${firstDay}`.execute(
    database,
  );
  return rows;
}

/** Inserts new drifts; marks known ones as seen now and unresolved. */
export async function saveDrifts(
  database: Database,
  { workspaceId, sourceName }: Connection,
  drifts: readonly UsageDrift[],
  now: Date,
): Promise<void> {
  if (drifts.length === 0) return;
  await sql`
    insert into usage_drifts (
      workspace_id, source_name, marketplace_subscription_id, dimension, day, held_quantity, marketplace_quantity,
      first_seen_at, last_seen_at
    )
    select ${workspaceId}, ${sourceName}, marketplace_subscription_id, dimension, day, held_quantity,
      marketplace_quantity, ${now}, ${now}
    from unnest(
      ${drifts.map(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId)}::text[],
      ${drifts.map(({ dimension }) => dimension)}::text[],
      ${drifts.map(({ day }) => day)}::date[],
      ${drifts.map(({ held }) => quantitySumToText(held))}::numeric[],
      ${drifts.map(({ marketplace }) => quantitySumToText(marketplace))}::numeric[]
    ) as new (marketplace_subscription_id, dimension, day, held_quantity, marketplace_quantity)
    on conflict (workspace_id, source_name, marketplace_subscription_id, dimension, day) do update
    set held_quantity = excluded.held_quantity, marketplace_quantity = excluded.marketplace_quantity,
      last_seen_at = excluded.last_seen_at, resolved_at = null`.execute(database);
}

export async function resolveDrifts(
  database: Database,
  { workspaceId, sourceName }: Connection,
  resolved: readonly UsageDay[],
  now: Date,
): Promise<void> {
  if (resolved.length === 0) return;
  await sql`
    update usage_drifts as drift set resolved_at = ${now}
    from unnest(
      ${resolved.map(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId)}::text[],
      ${resolved.map(({ dimension }) => dimension)}::text[],
      ${resolved.map(({ day }) => day)}::date[]
    ) as gone (marketplace_subscription_id, dimension, day)
    where drift.workspace_id = ${workspaceId} and drift.source_name = ${sourceName}
      and drift.marketplace_subscription_id = gone.marketplace_subscription_id
      and drift.dimension = gone.dimension and drift.day = gone.day`.execute(database);
}

export interface DriftCursor extends UsageDay {
  readonly sourceName: string;
  readonly isResolved: boolean;
}

export interface DriftFilter {
  /** Both when undefined. */
  readonly isResolved?: boolean | undefined;
  readonly after?: DriftCursor | undefined;
  readonly limit: number;
}

/** Drifts of a workspace, unresolved first, then newest days first. */
export async function listDrifts(
  database: Database,
  workspaceId: string,
  { isResolved, after, limit }: DriftFilter,
): Promise<readonly StoredDrift[]> {
  const { rows } = await sql<
    Omit<StoredDrift, 'held' | 'marketplace'> & { held: string; marketplace: string }
  >`
    select source_name as "sourceName", marketplace_subscription_id as "marketplaceSubscriptionId", dimension,
      drift.day::text as day, held_quantity::text as held, marketplace_quantity::text as marketplace,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", resolved_at as "resolvedAt"
    from usage_drifts as drift
    where workspace_id = ${workspaceId}
      and (${isResolved ?? null}::boolean is null or (resolved_at is not null) = ${isResolved ?? null})
      and (${after === undefined} or
        ((resolved_at is not null), -(drift.day - date '2000-01-01'), source_name, marketplace_subscription_id, dimension)
        > (${after?.isResolved ?? null}::boolean, -(${after?.day ?? null}::date - date '2000-01-01'),
          ${after?.sourceName ?? null}, ${after?.marketplaceSubscriptionId ?? null}, ${after?.dimension ?? null}))
    order by (resolved_at is not null), drift.day desc, source_name, marketplace_subscription_id, dimension
    limit ${limit}`.execute(database);
  return rows.map((row) => ({
    ...row,
    held: readQuantitySum(row.held),
    marketplace: readQuantitySum(row.marketplace),
  }));
}

/** Deletes the oldest drifts of days before the moment, up to a limit. Returns how many. */
export async function deleteDriftsBefore(
  database: Database,
  workspaceId: string,
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from usage_drifts as drift using (
      select source_name, marketplace_subscription_id, dimension, day from usage_drifts
      where workspace_id = ${workspaceId} and day < (${moment}::timestamptz at time zone 'UTC')::date
      order by day
      limit ${limit}
      for update skip locked
    ) as old
    where drift.workspace_id = ${workspaceId} and drift.source_name = old.source_name
      and drift.marketplace_subscription_id = old.marketplace_subscription_id
      and drift.dimension = old.dimension and drift.day = old.day`.execute(database);
  return Number(numAffectedRows);
}
