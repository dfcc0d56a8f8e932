import { isUuid } from '../../../core/identifiers.ts';
import { readTimestamp } from '../../../core/timestamp.ts';
import type { MomentKey } from '../../../storage/subscriptions/tenant-views.ts';

/** Several steps may share a timestamp: the cursor is the whole key. */
export function momentCursor({ recordedAt, subscriptionId, revision }: MomentKey): string {
  return `${recordedAt.toISOString()}_${subscriptionId}_${revision}`;
}

/** Undefined for a text that is no cursor. */
export function readMomentCursor(text: string): MomentKey | undefined {
  const [instant = '', subscriptionId = '', revision = ''] = text.split('_');
  const recordedAt = readTimestamp(instant);
  if (!recordedAt || !isUuid(subscriptionId) || !/^\d{1,9}$/.test(revision)) return undefined;
  return { recordedAt, subscriptionId, revision: Number(revision) };
}
