import { overage } from './events/closing.ts';
import type { QuantitySum } from './events/quantity-sum.ts';

/** The use of a subscription and dimension in a period, as stored. */
export interface StoredUse {
  /** The totals of all its hours, open and closed. */
  readonly used: QuantitySum;
  /** Null: nothing is included. */
  readonly included: QuantitySum | null;
  /** The quantities of the period's reports. */
  readonly reported: QuantitySum;
  /** The part of it that the marketplace has accepted. */
  readonly accepted: QuantitySum;
}

/** The use as it is shown. */
export interface ShownUse extends StoredUse {
  /** False: the subscription is sold without a marketplace, so nothing is reported. */
  readonly isBilled: boolean;
}

export interface RemainingUse extends StoredUse {
  /** Null: nothing is included. */
  readonly remaining: QuantitySum | null;
  readonly overage: QuantitySum;
  /** The part of the overage that is not reported yet. */
  readonly pending: QuantitySum;
}

export function remainingUse({ isBilled, ...use }: ShownUse): RemainingUse {
  const { used, included, reported } = use;
  const over = overage(used, included ?? 0n);
  return {
    ...use,
    ...(!isBilled && { reported: 0n, accepted: 0n }),
    remaining: included === null ? null : overage(included, used),
    overage: over,
    pending: isBilled ? overage(over, reported) : 0n,
  };
}
