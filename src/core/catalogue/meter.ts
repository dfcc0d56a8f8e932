import type { ValidationIssue } from '../refusal.ts';
import { maxDecimals, maxUnits, readQuantity } from '../values/quantity.ts';

export const meterIntakes = ['Records', 'Events'] as const;
export type MeterIntake = (typeof meterIntakes)[number];

/** What the events of an hour amount to: `core/usage/events/event-hour.ts`. */
export const aggregations = ['Sum', 'Count', 'Max', 'Unique'] as const;
export type Aggregation = (typeof aggregations)[number];

export const includedPeriods = ['Month', 'Year', 'Term'] as const;
export type IncludedPeriod = (typeof includedPeriods)[number];

/** What the base fee includes in each period; only usage above it is reported. */
export interface IncludedQuantity {
  readonly quantity: number;
  readonly per: IncludedPeriod;
}

/** How a dimension is fed: by the application's hourly totals, or by events that Tessera adds up. */
export interface Meter {
  readonly intake: MeterIntake;
  /** Null if it is fed by records. */
  readonly aggregation: Aggregation | null;
  readonly included: IncludedQuantity | null;
}

export type EventMeter = Meter & { readonly intake: 'Events'; readonly aggregation: Aggregation };

export const recordsMeter: Meter = { intake: 'Records', aggregation: null, included: null };

export function isEventMeter(meter: Meter): meter is EventMeter {
  return meter.intake === 'Events' && meter.aggregation !== null;
}

/** The total of a later hour can hold the quantity of an earlier one: it does not matter in which hour it is added. */
export function isAdditive(aggregation: Aggregation): boolean {
  return aggregation === 'Sum' || aggregation === 'Count';
}

/**
 * An aggregation belongs to events, and events need one. An included quantity is subtracted from a sum over hours, so only
 * additive aggregations can have one.
 */
export function checkMeter({ intake, aggregation, included }: Meter): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });
  if (intake === 'Events' && aggregation === null) {
    complain('aggregation', 'required', 'is required for a dimension that is fed by events');
  }
  if (intake === 'Records' && aggregation !== null) {
    complain('aggregation', 'intake', 'is allowed only for a dimension that is fed by events');
  }
  if (included === null) return issues;
  if (aggregation === null || !isAdditive(aggregation)) {
    complain('included', 'aggregation', 'is allowed only for the aggregations Sum and Count');
  }
  const quantity = readQuantity(included.quantity);
  if (typeof quantity !== 'number' || quantity === 0) {
    const message = `must be above 0 and at most ${maxUnits}, with at most ${maxDecimals} decimals`;
    complain('included.quantity', 'quantity', message);
  }
  return issues;
}
