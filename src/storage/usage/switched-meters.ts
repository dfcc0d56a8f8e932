import { sql } from 'kysely';
import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { type MeterJson, meterFrom, meterMembers } from '../catalogue/meters.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../unnest-rows.ts';

type MeterKey = Pick<UsageKey, 'subscriptionId' | 'dimension'>;

/** The map key of a meter. */
export function meterText({ subscriptionId, dimension }: MeterKey): string {
  return `${subscriptionId} ${dimension}`;
}

/**
 * How the dimensions of subscriptions are fed by their present plans, by `meterText`. Of several mappings with a dimension
 * the first decides. A dimension that the plan no longer has is absent.
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
    order by asked.subscription_id, asked.dimension, mapping.source_name, mapping.offer_id,
      mapping.marketplace_plan_id`.execute(database);
  return new Map(rows.map((row) => [meterText(row), meterFrom(row.meter)]));
}
