import { type Aggregation, isAdditive } from '../../catalogue/meter.ts';
import { maxQuantity, type Quantity } from '../../values/quantity.ts';
import { dueAt, type UsageHour, type WithKind, windowEndsAt } from '../reports/window.ts';
import type { QuantitySum } from './quantity-sum.ts';

/** What has been used and reported in a period by hours that are closed. */
export interface PeriodUse {
  readonly used: QuantitySum;
  readonly reported: QuantitySum;
}

export const unusedPeriod: PeriodUse = { used: 0n, reported: 0n };

export interface HourToClose {
  readonly aggregation: Aggregation;
  readonly total: QuantitySum;
  /** What the period includes; 0 if nothing. */
  readonly included: QuantitySum;
  /** The hour has a report already, of a record from before the dimension was fed by events. */
  readonly isReported: boolean;
  /** The marketplace no longer takes the hour: it was closed too late. */
  readonly isExpired: boolean;
  /** Another hour can take a part of the total. */
  readonly canCarry: boolean;
}

export interface ClosedHour {
  /** Null: no report. */
  readonly quantity: Quantity | null;
  /** The part of the total that stays in this hour. */
  readonly kept: QuantitySum;
  /** The part that another hour takes. */
  readonly carried: QuantitySum;
  readonly period: PeriodUse;
}

/**
 * An hour closes after its end and the workspace's hold, counted from its first event if that comes later. The hold ends
 * at the latest two hours before the hour expires, as for reports.
 */
export function closesAt(
  hour: UsageHour,
  firstEventAt: Date,
  holdMinutes: number,
  source: WithKind = {},
): Date {
  const end = windowEndsAt(hour);
  return dueAt(hour, firstEventAt < end ? end : firstEventAt, holdMinutes, source);
}

/** Whether a part of the hour's total may not fit into its report, so that another hour must be found for it. */
export function mayNeedCarrying({
  aggregation,
  total,
  isReported,
  isExpired,
}: Pick<HourToClose, 'aggregation' | 'total' | 'isReported' | 'isExpired'>): boolean {
  return isAdditive(aggregation) && (total > BigInt(maxQuantity) || isReported || isExpired);
}

/**
 * Closes an hour: `Sum` and `Count` report what the hour adds to the period's use above the included quantity. A report has
 * a maximum, an hour has one report, and the marketplace takes it for 24 hours: what does not fit is carried into another
 * hour. `Max` and `Unique` are reported as they are. An expired hour that cannot be carried is reported all the same: support
 * is told of reports that expire.
 */
export function closeHour(hour: HourToClose, { used, reported }: PeriodUse): ClosedHour {
  const { aggregation, total, included, isReported, isExpired } = hour;
  const canCarry = isAdditive(aggregation) && hour.canCarry;
  const capacity = isReported || isExpired ? 0n : BigInt(maxQuantity) + greater(0n, included - used);
  const fits = canCarry ? lesser(total, capacity) : total;
  const added = isAdditive(aggregation) ? overage(used + fits, included) - overage(used, included) : fits;
  const hasReport = !isReported && !(isExpired && canCarry);
  const quantity = hasReport ? (Number(lesser(added, BigInt(maxQuantity))) as Quantity) : null;
  return {
    quantity,
    kept: fits,
    carried: total - fits,
    period: { used: used + fits, reported: reported + BigInt(quantity ?? 0) },
  };
}

/** The part of the use that is reported. */
export function overage(used: QuantitySum, included: QuantitySum): QuantitySum {
  return greater(0n, used - included);
}

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
