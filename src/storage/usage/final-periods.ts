import { sql } from 'kysely';
import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import { type QuantitySum, readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import type { Period } from '../../core/usage/period.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { isOwnMapping } from '../catalogue/own-mapping.ts';
import { type MeterJson, meterFrom, meterMembers } from '../catalogue/plans.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { MeterPeriod } from './periods.ts';

/** An hour of the `period` of a query is open. */
const hasOpenHour = sql`exists (
  select from usage_hours as hours
  where hours.workspace_id = period.workspace_id and hours.subscription_id = period.subscription_id
    and hours.dimension = period.dimension and hours.hour >= period.period_start
    and hours.hour < period.period_end and hours.closed_at is null
)`;

type PeriodKey = Pick<MeterPeriod, 'subscriptionId' | 'dimension' | 'start'>;

/** The periods that ended by an instant, have no open hour, and are not closed, of any workspace, oldest first. */
export async function findFinalPeriods(
  database: Database,
  endedBy: Date,
  most: number,
): Promise<readonly (PeriodKey & { readonly workspaceId: string })[]> {
  const { rows } = await sql<PeriodKey & { workspaceId: string }>`
    select workspace_id as "workspaceId", subscription_id as "subscriptionId", dimension, period_start as start
    from usage_periods as period
    where closed_at is null and period_end <= ${endedBy} and not ${hasOpenHour}
    order by period_end
    limit ${most}`.execute(database);
  return rows;
}

export interface FinalPeriod extends MeterPeriod {
  readonly used: QuantitySum;
  readonly reported: QuantitySum;
  /** Null: nothing is included. */
  readonly included: QuantitySum | null;
}

/** Closes those of the periods that are still to be closed, and returns their use. Locked ones are left to the next pass. */
export async function closeFinalPeriods(
  transaction: Database,
  workspaceId: string,
  keys: readonly PeriodKey[],
  endedBy: Date,
  now: Date,
): Promise<readonly FinalPeriod[]> {
  const { rows } = await sql<
    Period & {
      subscriptionId: string;
      dimension: string;
      used: string;
      reported: string;
      included: string | null;
    }
  >`
    with final as (
      select period.subscription_id, period.dimension, period.period_start
      from usage_periods as period
      join ${unnestRows('asked', keys, {
        subscription_id: 'uuid',
        dimension: 'text',
        period_start: ['timestamptz', ({ start }) => start],
      })}
        using (subscription_id, dimension, period_start)
      where period.workspace_id = ${workspaceId}::uuid and period.closed_at is null
        and period.period_end <= ${endedBy} and not ${hasOpenHour}
      for update of period skip locked
    )
    update usage_periods as period set closed_at = ${now}
    from final
    where period.workspace_id = ${workspaceId}::uuid and period.subscription_id = final.subscription_id
      and period.dimension = final.dimension and period.period_start = final.period_start
    returning period.subscription_id as "subscriptionId", period.dimension, period.period_start as start,
      period.period_end as end, period.used::text, period.reported::text,
      period.included_quantity::text as included`.execute(transaction);
  return rows.map((row) => ({
    ...row,
    used: readQuantitySum(row.used),
    reported: readQuantitySum(row.reported),
    included: row.included === null ? null : readQuantitySum(row.included),
  }));
}

type MeterKey = Pick<UsageKey, 'subscriptionId' | 'dimension'>;

/** The map key of a meter. */
export function meterText({ subscriptionId, dimension }: MeterKey): string {
  return `${subscriptionId} ${dimension}`;
}

/**
 * How the dimensions of subscriptions are fed by their present plans, by `meterText`. Of several mappings with a dimension
 * the first of the offer that was bought decides. A dimension that the plan no longer has is absent.
 */
export async function loadSwitchedMeters(
  database: Database,
  workspaceId: string,
  meters: readonly MeterKey[],
): Promise<ReadonlyMap<string, SwitchedMeter>> {
  if (meters.length === 0) return new Map();
  const { rows } = await sql<MeterKey & { meter: MeterJson }>`
    select distinct on (asked.subscription_id, asked.dimension)
      asked.subscription_id as "subscriptionId", asked.dimension, json_build_object(${meterMembers}) as meter
    from ${unnestRows('asked', meters, { subscription_id: 'uuid', dimension: 'text' })}
    join subscriptions as subscription
      on subscription.workspace_id = ${workspaceId} and subscription.subscription_id = asked.subscription_id
    join marketplace_mappings as mapping
      on mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
    join meter_dimensions as dimension
      on dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
      and dimension.dimension_id = asked.dimension
    order by asked.subscription_id, asked.dimension, ${isOwnMapping(sql`${workspaceId}::uuid`)} desc,
      mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id`.execute(database);
  return new Map(rows.map((row) => [meterText(row), meterFrom(row.meter)]));
}
