import { forEachYielding } from '../../async/yielding.ts';
import { readMarketplaceTime } from '../../core/marketplace/term.ts';
import type { MarketplaceUsage } from '../../core/usage/ports.ts';
import { itemTexts } from '../../core/values/json-scan.ts';
import { readQuantity, textOf } from './loose-values.ts';

const decimals = 6;
const maxRowLength = 16_384;

/**
 * All rows of the list; undefined if one is invalid, because a partial list would look like lost usage. The list may have
 * megabytes, so it is parsed row by row, and the event loop turns between them.
 */
export async function readUsageRows(text: string): Promise<readonly MarketplaceUsage[] | undefined> {
  const rows: MarketplaceUsage[] = [];
  try {
    await forEachYielding(itemTexts(text), (item) => {
      const row = item.length <= maxRowLength ? readRow(JSON.parse(item)) : undefined;
      if (!row) throw new SyntaxError('A row cannot be read');
      rows.push(row);
    });
    return rows;
  } catch {
    return undefined;
  }
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

const hourMilliseconds = 60 * 60 * 1_000;

/** The key of a usage event on both sides: one per resource, dimension and hour. */
export function usageHourName(resourceId: string, dimension: string, hour: Date): string {
  const resource = resourceId.trim().toLowerCase();
  return `${hourStart(hour)} ${resource.length} ${resource}${dimension.trim()}`;
}

export function startOfHour(time: Date): Date {
  return new Date(hourStart(time));
}

function hourStart(time: Date): number {
  return Math.floor(time.getTime() / hourMilliseconds) * hourMilliseconds;
}
