import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import type { TokenVersion } from '../../core/clients/token.ts';
import type { Clock, Measurements } from '../../core/ports.ts';
import type { Slots } from '../outgoing/slots.ts';
import type { FetchedKeySet } from './fetch-key-set.ts';
import { isSameKey, type SigningKey } from './signing-key.ts';

export type KeyLookup =
  | { readonly outcome: 'found'; readonly key: SigningKey; readonly issuer: string }
  | { readonly outcome: 'unknown-key' | 'unknown-tenant' | 'unreachable' };

export interface KeySets {
  find(tenantId: string, version: TokenVersion, keyId: string): Promise<KeyLookup>;
  /** Says that the tenant is in use, so that its keys are kept fresh. */
  touch(tenantId: string): void;
  /** Fetches anew what is in use and an hour old. */
  refreshDue(): Promise<void>;
}

export interface KeySetsOptions {
  readonly fetchKeySet: (tenantId: string, version: TokenVersion) => Promise<FetchedKeySet>;
  /** Bounds the fetches of all tenants together. */
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
const unknownTenantMemory = 5 * minute;
const unreachableMemory = 5_000;
const refreshesAtOnce = 4;
/** Not remembered: it says nothing of the tenant. */
const turnedAway: FetchedKeySet = { outcome: 'unreachable' };

/**
 * The provider's keys, by tenant and token version. A set is used for a day and, while its tenant is in use,
 * fetched anew every hour. A key id that is not in it is worth one fetch in five minutes. A set that cannot be
 * replaced is kept, however old. One fetch at a time is under way for a tenant and version, and a bounded number for all. Tenants that turned out not to exist are remembered apart, so that made-up ones
 * cannot push real ones out.
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
  const heldSet = (tenantId: string, version: TokenVersion) => tenants.get(tenantId)?.sets.get(version);

  function fetchOnce(tenantId: string, version: TokenVersion): Promise<FetchedKeySet> {
    return flights.run(nameOf(tenantId, version), async () => {
      const fetched = await slots(() => fetchKeySet(tenantId, version));
      if (fetched === undefined) return turnedAway;
      keep(tenantId, version, fetched);
      return fetched;
    });
  }

  function keep(tenantId: string, version: TokenVersion, fetched: FetchedKeySet): void {
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
        const keys = succeed(tenant.sets.get(version), fetched);
        tenant.sets.set(version, { issuer, keys, fetchedAt: now });
        tenants.set(tenantId, tenant);
        absences.delete(name);
        return;
      }
      case 'unknown-tenant':
        tenants.delete(tenantId);
        absences.set(name, { reason: 'unknown-tenant', until: now + unknownTenantMemory });
        return;
      case 'unreachable':
        absences.set(name, { reason: 'unreachable', until: now + unreachableMemory });
    }
  }

  /** A new set, unless the provider was asked a moment ago and had none to give. */
  async function load(tenantId: string, version: TokenVersion): Promise<FetchedKeySet['outcome']> {
    const absence = absences.get(nameOf(tenantId, version));
    if (absence && instant() < absence.until) return absence.reason;
    return (await fetchOnce(tenantId, version)).outcome;
  }

  /** For a key id that is not held: all versions at once, or whatever is on its way when that was done lately. */
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
    const set = heldSet(tenantId, version);
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
      const set = heldSet(tenantId, version);
      const isFresh = set !== undefined && instant() - set.fetchedAt < timeToLive;
      measurements.cacheRead('signing-keys', isFresh ? 'hit' : 'miss');
      if (!isFresh) {
        const outcome = await load(tenantId, version);
        if (outcome === 'unknown-tenant' || (outcome === 'unreachable' && !set)) return { outcome };
        if (outcome === 'fetched') return lookUp(tenantId, version, keyId);
      }
      const held = lookUp(tenantId, version, keyId);
      if (held.outcome === 'found') return held;
      const flight = flights.get(nameOf(tenantId, version));
      if (flight) {
        await flight;
        const brought = lookUp(tenantId, version, keyId);
        if (brought.outcome === 'found') return brought;
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
      await Promise.all(Array.from({ length: refreshesAtOnce }, refreshAll));
    },
  };
}

/** A key that is still published stays the same object; one that is not, or has changed, is withdrawn. */
function succeed(
  previous: KeySet | undefined,
  { issuer, keys }: { issuer: string; keys: ReadonlyMap<string, SigningKey> },
): Map<string, SigningKey> {
  const successors = new Map(keys);
  for (const [keyId, old] of previous?.keys ?? []) {
    const successor = successors.get(keyId);
    const isStill = previous?.issuer === issuer && successor !== undefined && isSameKey(old, successor);
    if (isStill) successors.set(keyId, old);
    else withdraw([old]);
  }
  return successors;
}

function withdraw(keys: Iterable<SigningKey>): void {
  for (const key of keys) key.isWithdrawn = true;
}
