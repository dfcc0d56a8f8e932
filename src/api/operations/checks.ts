import { setTimeout as delay } from 'node:timers/promises';
import { checkEncryptionKey } from '../../actions/operations/check-encryption-key.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { isReadOnly } from '../../storage/connection/server-state.ts';
import type { Database, Pool } from '../../storage/database.ts';
import { isMigrated } from '../../storage/schema/migrate.ts';
import type { ReadinessCheck } from './readiness.ts';

/** Whether the database responds and accepts writes. While the caches are valid, an unreachable one only degrades the node. */
export function databaseCheck(
  database: Database,
  { caches, onReadOnly }: { readonly caches: { isLive(): boolean }; readonly onReadOnly: () => void },
): ReadinessCheck {
  return {
    name: 'database',
    costsQueries: true,
    states: { ok: 'ok', 'cache-only': 'degraded', 'read-only': 'unavailable', unreachable: 'unavailable' },
    examine: () =>
      isReadOnly(database).then(
        (readOnly) => {
          if (readOnly) onReadOnly();
          return readOnly ? 'read-only' : 'ok';
        },
        () => (caches.isLive() ? 'cache-only' : 'unreachable'),
      ),
  };
}

/** Whether this build's migrations are applied. While the database is unavailable, the last result stays. */
export function migrationsCheck(database: Database): ReadinessCheck {
  let lastKnown = 'unknown';
  return {
    name: 'migrations',
    costsQueries: true,
    states: { ok: 'ok', pending: 'unavailable' },
    examine: () =>
      isMigrated(database).then(
        (migrated) => {
          lastKnown = migrated ? 'ok' : 'pending';
          return lastKnown;
        },
        () => lastKnown,
      ),
  };
}

const stuckMilliseconds = 500;

/** Whether callers wait for a connection while none is handed out: cache misses and writes then fail. */
export function connectionsCheck(pools: readonly Pool[]): ReadinessCheck {
  const isWaitedFor = ({ queueLength }: Pool) => queueLength > 0;
  return {
    name: 'connections',
    states: { ok: 'ok', exhausted: 'degraded' },
    async examine() {
      const waitedFor = pools.filter(isWaitedFor).map((pool) => ({ pool, acquisitions: pool.acquisitions }));
      if (waitedFor.length === 0) return 'ok';
      await delay(stuckMilliseconds);
      const isStuck = waitedFor.some(
        ({ pool, acquisitions }) => isWaitedFor(pool) && pool.acquisitions === acquisitions,
      );
      return isStuck ? 'exhausted' : 'ok';
    },
  };
}

/** The change feed. Without it reads bypass the caches, so only a feed that never worked makes the node unavailable. */
export function changesCheck(feed: ChangeFeed): ReadinessCheck {
  return {
    name: 'changes',
    states: { ok: 'ok', reconnecting: 'degraded', unproven: 'unavailable' },
    examine: () => feed.status(),
  };
}

/** Whether the key opens the secrets of the database. While the database is unavailable, the last result stays. */
export function encryptionKeyCheck(database: Database, key: EncryptionKey): ReadinessCheck {
  let lastKnown = 'unknown';
  return {
    name: 'encryptionKey',
    costsQueries: true,
    states: { ok: 'ok', wrong: 'unavailable' },
    examine: () =>
      checkEncryptionKey(database, key).then(
        (state) => {
          lastKnown = state;
          return lastKnown;
        },
        () => lastKnown,
      ),
  };
}

/** A stopping node is not ready while it still serves requests, so that load balancers stop sending new ones. */
export function stoppingCheck(isStopping: () => boolean): ReadinessCheck {
  return {
    name: 'shutdown',
    states: { ok: 'ok', stopping: 'unavailable' },
    examine: () => (isStopping() ? 'stopping' : 'ok'),
  };
}
