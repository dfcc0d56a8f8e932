import { maxDecimals, type Quantity } from '../../values/quantity.ts';
import type { QuantitySum } from '../events/quantity-sum.ts';

/** The quantity that is sent for a report, and the total of the subscription and dimension with it. */
export interface ScaledReport {
  readonly sent: Quantity;
  readonly total: QuantitySum;
}

/**
 * A marketplace may take fewer decimals than a report has. Each report sends the rounded-down total with it, less the
 * rounded-down total before it, so that the remainder is carried into later reports: the sent quantities add up to the
 * rounded-down sum of the reported ones.
 *
 * @param before the exact total of the reports that were scaled before, of the same subscription and dimension.
 * @param scale the decimals that the marketplace takes.
 */
export function scaleReport(before: QuantitySum, quantity: Quantity, scale: number): ScaledReport {
  const step = 10n ** BigInt(maxDecimals - scale);
  const total = before + BigInt(quantity);
  return { sent: Number(roundedDown(total, step) - roundedDown(before, step)) as Quantity, total };
}

function roundedDown(sum: QuantitySum, step: bigint): bigint {
  return sum - (sum % step);
}
