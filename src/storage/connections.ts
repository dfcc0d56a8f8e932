import type { ConnectionShares } from '../core/operations/connection-shares.ts';
import { type Database, type DatabaseOptions, databaseOn, openPool, type Pool } from './database.ts';

/** What a node does with its database; each has connections of its own. */
type Use = keyof ConnectionShares | 'health';

export interface Connections {
  readonly pools: Readonly<Record<Use, Pool>>;
  readonly databases: Readonly<Record<Use, Database>>;
  /** Replaces every connection: the server behind them is no longer the one that takes writes. */
  renew(): void;
  close(): Promise<void>;
}

export interface ConnectionsOptions extends Pick<DatabaseOptions, 'url' | 'onConnectionLost'> {
  readonly shares: ConnectionShares;
}

export function openConnections({ shares, ...options }: ConnectionsOptions): Connections {
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
    renew() {
      for (const pool of Object.values(pools)) pool.renew();
    },
    async close() {
      closing ??= Promise.all(Object.values(pools).map((pool) => pool.end()));
      await closing;
    },
  };
}
