import { sql } from 'kysely';
import type { Meter } from '../../core/catalogue/meter.ts';
import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';

/** A meter in the JSON of a query. */
export interface MeterJson extends Meter {
  readonly previous: Meter | null;
  readonly switchedAt: string | null;
}

/** The members of `MeterJson`, for `json_build_object` over `meter_dimensions as dimension`. */
export const meterMembers = sql`
  'intake', dimension.intake,
  'aggregation', dimension.aggregation,
  'included', case when dimension.included_quantity is not null then
    json_build_object('quantity', dimension.included_quantity, 'per', dimension.included_per) end,
  'previous', dimension.previous_meter,
  'switchedAt', dimension.switched_at`;

export function meterFrom({ intake, aggregation, included, previous, switchedAt }: MeterJson): SwitchedMeter {
  return {
    current: { intake, aggregation, included },
    previous: previous && switchedAt ? { meter: previous, until: new Date(switchedAt) } : null,
  };
}
