import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import type { TokenVersion } from '../../core/clients/token.ts';
import type { Clock, Measurements } from '../../core/ports.ts';
import type { Slots } from '../outgoing/slots.ts';
import type { FetchedKeySet } from './fetch-key-set.ts';
import { isSameKey, type SigningKey } from './signing-key.ts';

type KeyLookup =
  | { readonly outcome: 'found'; readonly key: SigningKey; readonly issuer: string }
  | { readonly outcome: 'unknown-key' | 'unknown-tenant' | 'unreachable' };

export interface KeySets {
  find(tenantId: string, version: TokenVersion, keyId: string): Promise<KeyLookup>;
  /** Marks the tenant as in use, so that its keys are refreshed. */
  touch(tenantId: string): void;
  /** Refreshes the key sets that are in use and an hour old. */
  refreshDue(): Promise<void>;
}

export interface KeySetsOptions {
  readonly fetchKeySet: (tenantId: string, version: TokenVersion) => Promise<FetchedKeySet>;
  /** Limits the concurrent fetches of all tenants. */
  readonly slots: Slots;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly tenantLimit?: number;
}

interface KeySet {
  readonly issuer: string;
  readonly keys: ReadonlyMap<string, SigningKey>;
  readonly fetchedAt: number;
}

interface Tenant {
  readonly id: string;
  readonly sets: Map<TokenVersion, KeySet>;
  usedAt: number;
  refetchedAt: number;
}

interface Absence {
  readonly reason: 'unknown-tenant' | 'unreachable';
  readonly until: number;
}

const minute = 60_000;
const hour = 60 * minute;
const timeToLive = 24 * hour;
const refreshAge = hour;
const refetchInterval = 5 * minute;
const unknownTenantTtl = 5 * minute;
const unreachableTtl = 5_000;
const maxConcurrentRefreshes = 4;
/** Not cached: a full queue says nothing about the tenant. */
const queueFull: FetchedKeySet = { outcome: 'unreachable' };

/**
 * Caches the provider's keys by tenant and token version. A set lives for a day and is refreshed every hour while its
 * tenant is in use. An unknown key id causes at most one fetch in five minutes. If a refresh fails, the old set stays.
 * Fetches are single-flight per tenant and version, and limited in total. Unknown tenants have a separate cache, so that
 * made-up ones cannot evict real ones.
 */
export function createKeySets({
  fetchKeySet,
  slots,
  clock,
  measurements,
  tenantLimit = 1_000,
}: KeySetsOptions): KeySets {
  const tenants = new LRUCache<string, Tenant>({
    max: tenantLimit,
    dispose: (tenant) => {
      for (const { keys } of tenant.sets.values()) withdraw(keys.values());
    },
  });
  const absences = new LRUCache<string, Absence>({ max: tenantLimit });
  const flights = new SingleFlight<FetchedKeySet>();

  const instant = () => clock.now().getTime();
  const nameOf = (tenantId: string, version: TokenVersion) => `${tenantId} ${version}`;
  const cachedSet = (tenantId: string, version: TokenVersion) => tenants.get(tenantId)?.sets.get(version);

  function fetchOnce(tenantId: string, version: TokenVersion): Promise<FetchedKeySet> {
    return flights.run(nameOf(tenantId, version), async () => {
      const fetched = await slots(() => fetchKeySet(tenantId, version));
      if (fetched === undefined) return queueFull;
      store(tenantId, version, fetched);
      return fetched;
    });
  }

  function store(tenantId: string, version: TokenVersion, fetched: FetchedKeySet): void {
    const now = instant();
    const name = nameOf(tenantId, version);
    switch (fetched.outcome) {
      case 'fetched': {
        const tenant: Tenant = tenants.get(tenantId) ?? {
          id: tenantId,
          sets: new Map(),
          usedAt: now,
          refetchedAt: Number.NEGATIVE_INFINITY,
        };
        const { issuer } = fetched;
        const keys = mergeKeys(tenant.sets.get(version), fetched);
        tenant.sets.set(version, { issuer, keys, fetchedAt: now });
        tenants.set(tenantId, tenant);
        absences.delete(name);
        return;
      }
      case 'unknown-tenant':
        tenants.delete(tenantId);
        absences.set(name, { reason: 'unknown-tenant', until: now + unknownTenantTtl });
        return;
      case 'unreachable':
        absences.set(name, { reason: 'unreachable', until: now + unreachableTtl });
    }
  }

  /** Fetches a set, unless a recent fetch failed. */
  async function load(tenantId: string, version: TokenVersion): Promise<FetchedKeySet['outcome']> {
    const absence = absences.get(nameOf(tenantId, version));
    if (absence && instant() < absence.until) return absence.reason;
    return (await fetchOnce(tenantId, version)).outcome;
  }

  /** For an unknown key id: fetches all versions, or joins a fetch in flight if that was done recently. */
  async function refetch(tenantId: string, version: TokenVersion): Promise<void> {
    const tenant = tenants.get(tenantId);
    const now = instant();
    if (tenant && now - tenant.refetchedAt >= refetchInterval) {
      tenant.refetchedAt = now;
      await refresh(tenant);
    } else {
      await flights.get(nameOf(tenantId, version));
    }
  }

  async function refresh({ id, sets }: Tenant): Promise<void> {
    await Promise.all([...sets.keys()].map((version) => fetchOnce(id, version)));
  }

  function lookUp(tenantId: string, version: TokenVersion, keyId: string): KeyLookup {
    const set = cachedSet(tenantId, version);
    const key = set?.keys.get(keyId);
    return set && key ? { outcome: 'found', key, issuer: set.issuer } : { outcome: 'unknown-key' };
  }

  function touch(tenantId: string): void {
    const tenant = tenants.get(tenantId);
    if (tenant) tenant.usedAt = instant();
  }

  return {
    touch,
    async find(tenantId, version, keyId) {
      touch(tenantId);
      const set = cachedSet(tenantId, version);
      const isFresh = set !== undefined && instant() - set.fetchedAt < timeToLive;
      measurements.cacheRead('signing-keys', isFresh ? 'hit' : 'miss');
      if (!isFresh) {
        const outcome = await load(tenantId, version);
        if (outcome === 'unknown-tenant' || (outcome === 'unreachable' && !set)) return { outcome };
        if (outcome === 'fetched') return lookUp(tenantId, version, keyId);
      }
      const cached = lookUp(tenantId, version, keyId);
      if (cached.outcome === 'found') return cached;
      const flight = flights.get(nameOf(tenantId, version));
      if (flight) {
        await flight;
        const fetched = lookUp(tenantId, version, keyId);
        if (fetched.outcome === 'found') return fetched;
      }
      await refetch(tenantId, version);
      return lookUp(tenantId, version, keyId);
    },
    async refreshDue() {
      const now = instant();
      const due = [...tenants.values()]
        .filter(({ usedAt }) => now - usedAt < timeToLive)
        .filter(({ sets }) => [...sets.values()].some(({ fetchedAt }) => now - fetchedAt >= refreshAge))
        .values();
      const refreshAll = async () => {
        for (const tenant of due) await refresh(tenant);
      };
      await Promise.all(Array.from({ length: maxConcurrentRefreshes }, refreshAll));
    },
  };
}

/** A published key keeps its object; a removed or changed key is withdrawn. */
function mergeKeys(
  previous: KeySet | undefined,
  { issuer, keys }: { issuer: string; keys: ReadonlyMap<string, SigningKey> },
): Map<string, SigningKey> {
  const successors = new Map(keys);
  for (const [keyId, old] of previous?.keys ?? []) {
    const successor = successors.get(keyId);
    const isUnchanged = previous?.issuer === issuer && successor !== undefined && isSameKey(old, successor);
    if (isUnchanged) successors.set(keyId, old);
    else withdraw([old]);
  }
  return successors;
}

function withdraw(keys: Iterable<SigningKey>): void {
  for (const key of keys) key.isWithdrawn = true;
}
