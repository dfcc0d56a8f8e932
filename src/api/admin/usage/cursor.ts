import { isUuid } from '../../../core/identifiers.ts';
import { isStorable } from '../../../core/text.ts';
import type { UsageKey } from '../../../core/usage/report.ts';
import { readUsageHour } from '../../../core/usage/window.ts';

/** Reports have no id that is in the order of their hours: a page goes on after the key of its last one. */
export function usageCursor({ hour, subscriptionId, dimension }: UsageKey): string {
  return Buffer.from(JSON.stringify([hour, subscriptionId, dimension])).toString('base64url');
}

/** Undefined for what was never a cursor of ours. */
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
