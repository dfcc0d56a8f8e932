import { Gauge, type Registry } from 'prom-client';
import type { Pool } from '../../storage/database.ts';

/** Gauges of the database connections of this node, by pool. */
export function measureDatabasePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const each = (measure: (name: string, pool: Pool) => void) => {
    for (const [name, pool] of Object.entries(pools)) measure(name, pool);
  };
  new Gauge({
    name: 'tessera_database_connections',
    help: 'Database connections of this node by pool and state: busy or idle.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      each((pool, { totalCount, idleCount }) => {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      });
    },
  });
  new Gauge({
    name: 'tessera_database_connections_max',
    help: 'The most database connections that the pool opens.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      each((pool, { options }) => this.set({ pool }, options.max));
    },
  });
  new Gauge({
    name: 'tessera_database_callers_waiting',
    help: 'Callers that wait for a connection of the pool.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      each((pool, { queueLength }) => this.set({ pool }, queueLength));
    },
  });
}
