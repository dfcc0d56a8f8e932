import { isUuid } from '../../../core/identifiers.ts';
import { isStorable } from '../../../core/text.ts';
import type { EventIdentity } from '../../../core/usage/event.ts';
import type { UsageSummaryKey } from '../../../storage/usage/figures.ts';

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
