import { sql } from 'kysely';
import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import type { Aggregation, IncludedPeriod } from '../../core/catalogue/meter.ts';
import {
  type QuantitySum,
  quantitySumToText,
  readQuantitySum,
} from '../../core/usage/events/quantity-sum.ts';
import type { ReportAddress } from '../../core/usage/meter-mapping.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import type { UsageHour } from '../../core/usage/reports/window.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/** What the events of a request add to an hour. */
export interface HourAddition extends UsageKey, ReportAddress {
  readonly aggregation: Aggregation;
  /** Exact decimal text; null: nothing is included. */
  readonly included: string | null;
  readonly per: IncludedPeriod;
  readonly total: QuantitySum;
  readonly events: number;
  readonly carried: number;
  readonly closesAt: Date;
}

type MeterKey = Pick<UsageKey, 'subscriptionId' | 'dimension'>;

/** The hours of the meters that are closed, from an hour on. */
export async function loadClosedHours(
  database: Database,
  workspaceId: string,
  meters: readonly MeterKey[],
  since: UsageHour,
): Promise<readonly UsageKey[]> {
  if (meters.length === 0) return [];
  const { rows } = await sql<UsageKey>`
    select closed.subscription_id as "subscriptionId", closed.dimension, closed.hour
    from ${unnestRows('meter', meters, { subscription_id: 'uuid', dimension: 'text' })}
    join usage_hours as closed
      on closed.workspace_id = ${workspaceId}::uuid and closed.subscription_id = meter.subscription_id
      and closed.dimension = meter.dimension and closed.hour >= ${since} and closed.closed_at is not null`.execute(
    database,
  );
  return rows;
}

/** The hours of the meters, from an hour on, that cannot take a part of a total: closed, or aggregated in another way. */
export async function loadTakenHours(
  database: Database,
  workspaceId: string,
  meters: readonly (MeterKey & { readonly aggregation: Aggregation })[],
  since: UsageHour,
): Promise<readonly UsageKey[]> {
  if (meters.length === 0) return [];
  const { rows } = await sql<UsageKey>`
    select hours.subscription_id as "subscriptionId", hours.dimension, hours.hour
    from ${unnestRows('meter', meters, { subscription_id: 'uuid', dimension: 'text', aggregation: 'text' })}
    join usage_hours as hours
      on hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = meter.subscription_id
      and hours.dimension = meter.dimension and hours.hour >= ${since}
      and (hours.closed_at is not null or hours.aggregation <> meter.aggregation)`.execute(database);
  return rows;
}

/**
 * Adds to the totals of open hours, and returns how many were written. Fewer than asked for means that an hour was closed
 * meanwhile, or is aggregated in another way: the caller rolls back. The order of the rows is that of `lockHours`.
 */
export async function addToHours(
  transaction: Database,
  workspaceId: string,
  additions: readonly HourAddition[],
): Promise<number> {
  if (additions.length === 0) return 0;
  const hasKinds = additions.some(({ kind }) => kind !== undefined);
  const added = unnestRows('new', additions, {
    subscription_id: 'uuid',
    dimension: 'text',
    hour: 'timestamptz',
    source_name: 'text',
    marketplace_subscription_id: 'text',
    marketplace_plan_id: 'text',
    aggregation: 'text',
    included_quantity: ['numeric', ({ included }) => included],
    included_per: ['text', ({ per }) => per],
    total: ['numeric', ({ total }) => quantitySumToText(total)],
    events: 'bigint',
    carried: 'bigint',
    closes_at: 'timestamptz',
    kind: hasKinds && ['text', ({ kind }) => kind ?? null],
  });
  const { numAffectedRows = 0n } = await sql`
    insert into usage_hours as hours (
      workspace_id, subscription_id, dimension, hour, source_name, marketplace_subscription_id, marketplace_plan_id,
      aggregation, included_quantity, included_per, total, events, carried, closes_at${hasKinds ? sql`, kind` : sql``}
    )
    select shard.workspace_id, new.*
    from ${onShardOf(workspaceId)} cross join ${added}
    order by new.hour, new.subscription_id, new.dimension
    on conflict (workspace_id, subscription_id, dimension, hour) do update
    set total = case hours.aggregation when 'Max' then greatest(hours.total, excluded.total)
        else hours.total + excluded.total end,
      events = hours.events + excluded.events, carried = hours.carried + excluded.carried
    where hours.closed_at is null and hours.aggregation = excluded.aggregation`.execute(transaction);
  return Number(numAffectedRows);
}

/** Locks existing hours, closed or not, in the order of `addToHours`. */
export async function lockExistingHours(
  transaction: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<void> {
  await sql`
    select from usage_hours as hours
    join ${unnestRows('asked', keys, { hour: 'timestamptz', subscription_id: 'uuid', dimension: 'text' })}
      using (hour, subscription_id, dimension)
    where hours.workspace_id = ${workspaceId}::uuid
    order by hours.hour, hours.subscription_id, hours.dimension
    for update of hours`.execute(transaction);
}

/** Counts duplicates in the hours of their events, which this transaction has locked; an hour without events has none. */
export async function countDuplicates(
  transaction: Database,
  workspaceId: string,
  hours: readonly (UsageKey & { readonly duplicates: number })[],
): Promise<void> {
  if (hours.length === 0) return;
  await sql`
    update usage_hours as hours set duplicates = hours.duplicates + new.duplicates
    from ${unnestRows('new', hours, {
      hour: 'timestamptz',
      subscription_id: 'uuid',
      dimension: 'text',
      duplicates: 'integer',
    })}
    where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = new.subscription_id
      and hours.dimension = new.dimension and hours.hour = new.hour`.execute(transaction);
}

/** The hours that are due to be closed, of any workspace, oldest first. */
export async function findHoursToClose(
  database: Database,
  now: Date,
  most: number,
): Promise<readonly (UsageKey & { readonly workspaceId: string })[]> {
  return database
    .selectFrom('usage_hours')
    .select(['workspace_id as workspaceId', 'hour', 'subscription_id as subscriptionId', 'dimension'])
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', now)
    .orderBy('closes_at')
    .limit(most)
    .execute();
}

export interface OpenHour extends UsageKey, ReportAddress {
  readonly aggregation: Aggregation;
  readonly included: QuantitySum | null;
  readonly per: IncludedPeriod;
  readonly total: QuantitySum;
}

/** Those of the hours that are still open, locked until the transaction ends. Hours that another node closes are left out. */
export async function lockHours(
  transaction: Database,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<readonly OpenHour[]> {
  const { rows } = await sql<{
    hour: Date;
    subscription_id: string;
    dimension: string;
    source_name: string;
    marketplace_subscription_id: string | null;
    marketplace_plan_id: string;
    kind: MarketplaceKind | null;
    aggregation: Aggregation;
    included_quantity: string | null;
    included_per: IncludedPeriod;
    total: string;
  }>`
    select hours.* from usage_hours as hours
    join ${unnestRows('asked', keys, { hour: 'timestamptz', subscription_id: 'uuid', dimension: 'text' })}
      using (hour, subscription_id, dimension)
    where hours.workspace_id = ${workspaceId}::uuid and hours.closed_at is null
    order by hours.hour, hours.subscription_id, hours.dimension
    for update of hours skip locked`.execute(transaction);
  return rows.map((row) => ({
    hour: row.hour,
    subscriptionId: row.subscription_id,
    dimension: row.dimension,
    sourceName: row.source_name,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    marketplacePlanId: row.marketplace_plan_id,
    ...(row.kind && { kind: row.kind }),
    aggregation: row.aggregation,
    included: row.included_quantity === null ? null : readQuantitySum(row.included_quantity),
    per: row.included_per,
    total: readQuantitySum(row.total),
  }));
}

/** Closes hours that this transaction has locked. */
export async function saveClosedHours(
  transaction: Database,
  workspaceId: string,
  hours: readonly (UsageKey & { readonly total: QuantitySum; readonly reportId: string | null })[],
  closedAt: Date,
): Promise<void> {
  if (hours.length === 0) return;
  await sql`
    update usage_hours as hours set total = new.total, closed_at = ${closedAt}, report_id = new.report_id
    from ${unnestRows('new', hours, {
      hour: 'timestamptz',
      subscription_id: 'uuid',
      dimension: 'text',
      total: ['numeric', ({ total }) => quantitySumToText(total)],
      report_id: 'uuid',
    })}
    where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = new.subscription_id
      and hours.dimension = new.dimension and hours.hour = new.hour`.execute(transaction);
}
