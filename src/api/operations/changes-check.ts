import type { ChangeFeed } from '../../storage/change-feed.ts';
import type { ReadinessCheck } from './readiness.ts';

/** Whether this node hears of changes. Without the feed it reads correctly but slowly, so only a feed that never worked counts. */
export function changesCheck(feed: ChangeFeed): ReadinessCheck {
  return {
    name: 'changes',
    states: { ok: 'ok', reconnecting: 'degraded', unproven: 'unavailable' },
    examine: () => feed.status(),
  };
}
