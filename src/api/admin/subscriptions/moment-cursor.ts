import { isUuid } from '../../../core/identifiers.ts';
import { readTimestamp } from '../../../core/timestamp.ts';
import type { MomentKey } from '../../../storage/subscriptions/tenant-views.ts';

/** Several steps may be of one moment: a page goes on after the whole key of its last one. */
export function momentCursor({ recordedAt, subscriptionId, revision }: MomentKey): string {
  return `${recordedAt.toISOString()}_${subscriptionId}_${revision}`;
}

/** Undefined for what was never a cursor of ours. */
export function readMomentCursor(text: string): MomentKey | undefined {
  const [instant = '', subscriptionId = '', revision = ''] = text.split('_');
  const recordedAt = readTimestamp(instant);
  if (!recordedAt || !isUuid(subscriptionId) || !/^\d{1,9}$/.test(revision)) return undefined;
  return { recordedAt, subscriptionId, revision: Number(revision) };
}
