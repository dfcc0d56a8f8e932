import { isUuid } from '../../../core/identifiers.ts';
import { isStorable } from '../../../core/text.ts';
import type { EventIdentity } from '../../../core/usage/event.ts';
import type { UsageKey } from '../../../core/usage/report.ts';
import { readUsageHour } from '../../../core/usage/window.ts';
import type { UsageSummaryKey } from '../../../storage/usage/figures.ts';

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

/** A subscription and dimension. */
export function meterCursor({ subscriptionId, dimension }: UsageSummaryKey): string {
  return `${subscriptionId}_${dimension}`;
}

export function readMeterCursor(text: string): UsageSummaryKey | undefined {
  const [subscriptionId, dimension] = [text.slice(0, 36), text.slice(37)];
  return isUuid(subscriptionId) && dimension !== '' ? { subscriptionId, dimension } : undefined;
}

/** The last event of a page. */
export function eventCursor({ id, source }: EventIdentity): string {
  return Buffer.from(JSON.stringify([id, source])).toString('base64url');
}

export function readEventCursor(text: string): EventIdentity | undefined {
  try {
    const names = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isSound =
      names.length === 2 && names.every((name: unknown) => typeof name === 'string' && isStorable(name));
    return isSound ? { id: names[0], source: names[1] } : undefined;
  } catch {
    return undefined;
  }
}
