import type { ChangeFeed } from '../../storage/change-feed.ts';
import type { ReadinessCheck } from './readiness.ts';

/** The change feed. Without it reads bypass the caches, so only a feed that never worked makes the node unavailable. */
export function changesCheck(feed: ChangeFeed): ReadinessCheck {
  return {
    name: 'changes',
    states: { ok: 'ok', reconnecting: 'degraded', unproven: 'unavailable' },
    examine: () => feed.status(),
  };
}
