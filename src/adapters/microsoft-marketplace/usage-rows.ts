import { readMarketplaceTime } from '../../core/marketplace/time.ts';
import type { MarketplaceUsage } from '../../core/usage/ports.ts';
import { textOf } from './loose-values.ts';
import { readQuantity } from './quantity-text.ts';

const decimals = 6;

/** All rows; undefined if one is invalid, because a partial list would look like lost usage. */
export function readUsageRows(body: unknown): readonly MarketplaceUsage[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const rows = body.map(readRow);
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function readRow(row: unknown): MarketplaceUsage | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { usageDate, usageResourceId, planId, dimension, reconStatus, submittedQuantity, processedQuantity } =
    row as Readonly<Record<string, unknown>>;
  const date = readMarketplaceTime(usageDate);
  const submitted = readSum(submittedQuantity);
  if (!date || submitted === null || typeof usageResourceId !== 'string' || typeof dimension !== 'string') {
    return undefined;
  }
  return {
    day: date.toISOString().slice(0, 10),
    resourceId: usageResourceId.trim().toLowerCase(),
    planId: textOf(planId),
    dimension: dimension.trim(),
    submittedQuantity: submitted,
    processedQuantity: readSum(processedQuantity),
    reconciliationStatus: textOf(reconStatus),
  };
}

/** The service adds doubles: rounds to the decimals that are ever sent. */
function readSum(value: unknown): string | null {
  const text = readQuantity(value);
  if (text === null) return null;
  const rounded = Number(text).toFixed(decimals);
  // From 10^21 on it has an exponent and is not usage.
  return rounded.includes('e') ? null : rounded.replace(/\.?0+$/, '');
}
