import { traitsOf } from '../../marketplace/connections/kinds.ts';
import { maxDecimals, type Quantity } from '../../values/quantity.ts';
import type { QuantitySum } from '../events/quantity-sum.ts';
import { sentQuantityOf, type UsageReport } from './report.ts';
import type { WithKind } from './window.ts';

/** The decimals to which sent quantities are rounded down; null: every quantity is sent as it is. */
export function scaleOf(source: WithKind): number | null {
  const { quantityScale } = traitsOf(source);
  return quantityScale < maxDecimals ? quantityScale : null;
}

/**
 * A marketplace may take fewer decimals than a report has. Each report sends the rounded-down sum of its quantity and the
 * remainder of the reports before it, and leaves a remainder itself: the sent quantities add up to the rounded-down sum of
 * the reported ones.
 *
 * @param remainder of the accepted reports of the same subscription and dimension: less than a step of the scale.
 * @param scale the decimals that the marketplace takes.
 */
export function scaleReport(remainder: QuantitySum, quantity: Quantity, scale: number): Quantity {
  const step = 10n ** BigInt(maxDecimals - scale);
  const total = remainder + BigInt(quantity);
  return Number(total - (total % step)) as Quantity;
}

/** What a decided report adds to the remainder; null: it is undecided. What is not billed leaves nothing, and needs nothing. */
export function remainderOf(report: UsageReport): QuantitySum | null {
  switch (report.status) {
    case 'Pending':
      return null;
    case 'Rejected':
    case 'Expired':
      return 0n;
    default:
      return BigInt(report.quantity) - BigInt(sentQuantityOf(report));
  }
}
