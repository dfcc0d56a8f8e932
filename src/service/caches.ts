import { ListedOffers } from '../api/admin/marketplace/listed-offers.ts';
import { CallerCache } from '../api/authentication/caller-cache.ts';
import type { Metrics } from '../api/operations/metrics.ts';
import { ChangeStreams } from '../api/v1/entitlements/change-streams.ts';
import { WorkspaceSignings } from '../api/v1/entitlements/signed/workspace-signing.ts';
import { EntitlementSnapshots } from '../api/v1/entitlements/snapshots.ts';
import { UsageFacts } from '../api/v1/usage/facts.ts';
import { TenantUsages } from '../api/v1/usage/tenant-usage.ts';
import type { Clock } from '../core/ports.ts';
import type { ChangeFeed } from '../storage/changes/change-feed.ts';

/** The caches of hot values, and the streams of applications: all hear of changes through the feed. */
export function createCaches(changes: ChangeFeed, metrics: Metrics, clock: Clock) {
  const caches = {
    callerCache: new CallerCache(changes, metrics),
    snapshots: new EntitlementSnapshots(changes, metrics),
    signing: new WorkspaceSignings(changes, metrics),
    changeStreams: new ChangeStreams(clock),
    usageFacts: new UsageFacts(changes, metrics),
    tenantUsages: new TenantUsages(changes, metrics),
  };
  for (const cache of Object.values(caches)) changes.listen(cache);
  return { ...caches, listedOffers: new ListedOffers(clock) };
}
