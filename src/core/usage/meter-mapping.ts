import { recordsMeter } from '../catalogue/meter.ts';
import type { SwitchedMeter } from '../catalogue/meter-switch.ts';

/** The marketplace mapping with the plan's meters. */
export interface MeterMapping {
  readonly sourceName: string;
  readonly marketplacePlanId: string;
  /** The ids of all its dimensions. */
  readonly dimensions: readonly string[];
  /** The dimensions that are or were fed by events. Few are, and thousands of tenants have a copy in the cache. */
  readonly eventMeters: ReadonlyMap<string, SwitchedMeter>;
}

const alwaysRecords: SwitchedMeter = { current: recordsMeter, previous: null };

/** How a dimension of the mapping is fed. */
export function meterOfDimension({ eventMeters }: MeterMapping, dimension: string): SwitchedMeter {
  return eventMeters.get(dimension) ?? alwaysRecords;
}
