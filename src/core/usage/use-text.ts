import { nearPercent } from '../subscriptions/at-risk.ts';
import { formatNumber } from '../values/format-number.ts';
import { unitText } from '../values/unit-text.ts';

/** The usage of a dimension in one period, and what it is compared with. */
export interface ComparedUse {
  readonly unit: string;
  readonly used: number;
  /** Null: nothing is included. */
  readonly included: number | null;
  /** Of the plan; null: there is none. */
  readonly limit: number | null;
}

export interface UseText {
  /** `7 of 10 reports`, `15 reports, 10 included`. */
  readonly amount: string;
  /** In words, so that nobody depends on a colour; null: there is enough left. */
  readonly warning: string | null;
  readonly tone: 'calm' | 'near' | 'over';
}

/**
 * Usage in words for the customer. The limit is named before the included quantity: more than included is billed, more
 * than the limit may be refused.
 *
 * | usage | tone | warning |
 * |---|---|---|
 * | above the limit | over | Above the limit of … |
 * | from 80 % of the limit on | near | Near the limit of … |
 * | above the included quantity | over | … above what is included |
 * | all of the included quantity | near | All that is included is used |
 * | from 80 % of the included quantity on | near | Only … left of what is included |
 */
export function useText(use: ComparedUse): UseText {
  const { unit, used, included } = use;
  const isOver = included !== null && used > included;
  const amount =
    included === null
      ? unitText(used, unit)
      : isOver
        ? `${unitText(used, unit)}, ${formatNumber(included)} included`
        : `${formatNumber(used)} of ${unitText(included, unit)}`;
  return { amount, ...warningOf(use) };
}

function warningOf({ unit, used, included, limit }: ComparedUse): Omit<UseText, 'amount'> {
  const over = (warning: string) => ({ tone: 'over', warning }) as const;
  const near = (warning: string) => ({ tone: 'near', warning }) as const;
  if (limit !== null && used > limit) return over(`Above the limit of ${formatNumber(limit)}`);
  if (limit !== null && isNear(used, limit)) return near(`Near the limit of ${formatNumber(limit)}`);
  if (included === null) return { tone: 'calm', warning: null };
  if (used > included) return over(`${unitText(exact(used - included), unit)} above what is included`);
  if (used === included && included > 0) return near('All that is included is used');
  if (!isNear(used, included)) return { tone: 'calm', warning: null };
  return near(`Only ${unitText(exact(included - used), unit)} left of what is included`);
}

function isNear(used: number, allowed: number): boolean {
  return used > 0 && used * 100 >= allowed * nearPercent;
}

/** A quantity has at most 6 decimals; a difference of numbers may have more. */
function exact(difference: number): number {
  return Math.round(difference * 1e6) / 1e6;
}
