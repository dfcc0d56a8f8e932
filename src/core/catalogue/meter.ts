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

/** Each lies in the next: a day in a month, a month in a year of the term, a year in the term. */
export const limitPeriods = ['Day', ...includedPeriods] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/** Deny: no reservation is granted beyond the limit. Warn: use beyond it is only announced. */
export const limitActions = ['Deny', 'Warn'] as const;
export type LimitAction = (typeof limitActions)[number];

/** What may be used of a dimension in a period. The limits of a plan's entitlement are something else. */
export interface UsageLimit {
  readonly quantity: number;
  readonly per: LimitPeriod;
  readonly action: LimitAction;
}

/** When the use of a period is announced, in per cent of the included quantity or the usage limit. */
export const defaultAlertPercents: readonly number[] = [50, 80, 100];
export const maxAlertPercents = 10;
export const maxAlertPercent = 1_000;

/** How a dimension is fed: by the application's hourly totals, or by events that Tessera adds up. */
export interface Meter {
  readonly intake: MeterIntake;
  /** Null if it is fed by records. */
  readonly aggregation: Aggregation | null;
  readonly included: IncludedQuantity | null;
  /** The plan's; null: any quantity may be used. */
  readonly limit: UsageLimit | null;
  /** Ascending. */
  readonly alertPercents: readonly number[];
}

export type EventMeter = Meter & { readonly intake: 'Events'; readonly aggregation: Aggregation };

export const recordsMeter: Meter = {
  intake: 'Records',
  aggregation: null,
  included: null,
  limit: null,
  alertPercents: defaultAlertPercents,
};

/** Omitted members are those of records. */
export function wholeMeter({
  intake = recordsMeter.intake,
  aggregation = recordsMeter.aggregation,
  included = recordsMeter.included,
  limit = recordsMeter.limit,
  alertPercents = recordsMeter.alertPercents,
}: Partial<Meter>): Meter {
  return { intake, aggregation, included, limit, alertPercents };
}

export function hasDefaultAlerts({ alertPercents }: Pick<Meter, 'alertPercents'>): boolean {
  return JSON.stringify(alertPercents) === JSON.stringify(defaultAlertPercents);
}

/** Two meters that differ in nothing. */
export function isSameMeter(one: Meter, other: Meter): boolean {
  return (
    one.intake === other.intake &&
    one.aggregation === other.aggregation &&
    one.included?.quantity === other.included?.quantity &&
    one.included?.per === other.included?.per &&
    one.limit?.quantity === other.limit?.quantity &&
    one.limit?.per === other.limit?.per &&
    one.limit?.action === other.limit?.action &&
    JSON.stringify(one.alertPercents) === JSON.stringify(other.alertPercents)
  );
}

export function isEventMeter(meter: Meter): meter is EventMeter {
  return meter.intake === 'Events' && meter.aggregation !== null;
}

/** The total of a later hour can hold the quantity of an earlier one: it does not matter in which hour it is added. */
export function isAdditive(aggregation: Aggregation): boolean {
  return aggregation === 'Sum' || aggregation === 'Count';
}

/**
 * An aggregation belongs to events, and events need one. Included quantities, usage limits and alerts compare a sum over hours,
 * so only additive aggregations can have them.
 */
export function checkMeter(meter: Meter): readonly ValidationIssue[] {
  const { intake, aggregation, included, limit } = meter;
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });
  if (intake === 'Events' && aggregation === null) {
    complain('aggregation', 'required', 'is required for a dimension that is fed by events');
  }
  if (intake === 'Records' && aggregation !== null) {
    complain('aggregation', 'intake', 'is allowed only for a dimension that is fed by events');
  }
  const isSummed = aggregation !== null && isAdditive(aggregation);
  const checkSummed = (path: string) => {
    if (!isSummed) complain(path, 'aggregation', 'is allowed only for the aggregations Sum and Count');
  };
  const checkQuantity = (path: string, value: number) => {
    const quantity = readQuantity(value);
    if (typeof quantity === 'number' && quantity > 0) return;
    const message = `must be above 0 and at most ${maxUnits}, with at most ${maxDecimals} decimals`;
    complain(path, 'quantity', message);
  };
  if (included) {
    checkSummed('included');
    checkQuantity('included.quantity', included.quantity);
  }
  if (limit) {
    checkSummed('limit');
    checkQuantity('limit.quantity', limit.quantity);
  }
  if (!hasDefaultAlerts(meter)) {
    checkSummed('alertPercents');
    if (!areAlertPercents(meter.alertPercents)) {
      const message = `must be at most ${maxAlertPercents} different whole numbers from 1 to ${maxAlertPercent}, ascending`;
      complain('alertPercents', 'percents', message);
    }
  }
  return issues;
}

function areAlertPercents(percents: readonly number[]): boolean {
  return (
    percents.length <= maxAlertPercents &&
    percents.every(
      (percent, index) =>
        Number.isInteger(percent) && percent > (percents[index - 1] ?? 0) && percent <= maxAlertPercent,
    )
  );
}
