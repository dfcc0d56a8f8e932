import type { ConnectionShares } from '../../core/operations/connection-shares.ts';
import { type Database, type DatabaseOptions, databaseOn, openPool, type Pool } from '../database.ts';

/** Each kind of work has its own pool, so that one cannot use up another's connections. */
type PoolName = keyof ConnectionShares | 'health';

export interface DatabasePools {
  readonly pools: Readonly<Record<PoolName, Pool>>;
  readonly databases: Readonly<Record<PoolName, Database>>;
  /** Tells all pools whether their connections keep their sessions. */
  setKeepsSessions(keepsSessions: boolean): void;
  /** Replaces every connection, after a failover left them on a read-only server. */
  renew(): void;
  close(): Promise<void>;
}

export interface DatabasePoolsOptions
  extends Pick<DatabaseOptions, 'url' | 'onConnectionLost' | 'traceStatements'> {
  readonly shares: ConnectionShares;
}

export function openDatabasePools({ shares, ...options }: DatabasePoolsOptions): DatabasePools {
  const pools = {
    reads: openPool({ ...options, kind: 'read', maxConnections: shares.reads }),
    writes: openPool({ ...options, kind: 'write', maxConnections: shares.writes }),
    background: openPool({ ...options, kind: 'background', maxConnections: shares.background }),
    health: openPool({ ...options, kind: 'health', maxConnections: 2 }),
  };
  const databases = {
    reads: databaseOn(pools.reads),
    writes: databaseOn(pools.writes),
    background: databaseOn(pools.background),
    health: databaseOn(pools.health),
  };
  let closing: Promise<unknown> | undefined;
  return {
    pools,
    databases,
    setKeepsSessions(keepsSessions) {
      for (const pool of Object.values(pools)) pool.keepsSessions = keepsSessions;
    },
    renew() {
      for (const pool of Object.values(pools)) pool.renew();
    },
    async close() {
      closing ??= Promise.all(Object.values(pools).map((pool) => pool.end()));
      await closing;
    },
  };
}
