import { isUuid } from '../../../core/identifiers.ts';
import { isStorable } from '../../../core/text.ts';
import type { UsageKey } from '../../../core/usage/report.ts';
import { readUsageHour } from '../../../core/usage/window.ts';

/** Report ids do not follow the hours: the cursor is the key of the last report. */
export function usageCursor({ hour, subscriptionId, dimension }: UsageKey): string {
  return Buffer.from(JSON.stringify([hour, subscriptionId, dimension])).toString('base64url');
}

/** Undefined for a text that is no cursor. */
export function readUsageCursor(text: string): UsageKey | undefined {
  try {
    const [hour, subscriptionId, dimension] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const read = readUsageHour(hour);
    const isSound = isUuid(subscriptionId) && typeof dimension === 'string' && isStorable(dimension);
    if (!read || !isSound) return undefined;
    return { hour: read, subscriptionId, dimension };
  } catch {
    return undefined;
  }
}
