import { isUuid } from '../../../core/identifiers.ts';
import type { UsageSummaryKey } from '../../../storage/usage/figures.ts';

/** A subscription and dimension. */
export function meterCursor({ subscriptionId, dimension }: UsageSummaryKey): string {
  return `${subscriptionId}_${dimension}`;
}

export function readMeterCursor(text: string): UsageSummaryKey | undefined {
  const [subscriptionId, dimension] = [text.slice(0, 36), text.slice(37)];
  return isUuid(subscriptionId) && dimension !== '' ? { subscriptionId, dimension } : undefined;
}
