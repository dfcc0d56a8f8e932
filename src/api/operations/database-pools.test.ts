import { Registry } from 'prom-client';
import { expect, inject, it } from 'vitest';
import { openPool } from '../../storage/database.ts';
import { measureDatabasePools } from './database-pools.ts';

it('the metrics have busy and idle connections and waiting callers by pool', async () => {
  const url = `${inject('postgresUrl')}postgres`;
  const open = (maxConnections: number) => openPool({ url, maxConnections, onConnectionLost: () => {} });
  const pools = { reads: open(2), writes: open(1) };
  const registry = new Registry();
  measureDatabasePools(registry, pools);
  const figures = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('tessera_'))
      .map((line) => line.replace('tessera_database_', ''));
  const figuresOf = async (pool: string) =>
    (await figures()).filter((line) => line.includes(`pool="${pool}"`)).map((line) => line.split(' ')[1]);
  try {
    expect(await figuresOf('reads')).toEqual(['0', '0', '2', '0']);
    const used = await Promise.all([pools.reads.connect(), pools.reads.connect()]);
    const waiting = pools.reads.connect();
    expect(await figures()).toEqual([
      'connections{pool="reads",state="busy"} 2',
      'connections{pool="reads",state="idle"} 0',
      'connections{pool="writes",state="busy"} 0',
      'connections{pool="writes",state="idle"} 0',
      'connections_max{pool="reads"} 2',
      'connections_max{pool="writes"} 1',
      'callers_waiting{pool="reads"} 1',
      'callers_waiting{pool="writes"} 0',
    ]);
    for (const client of used) client.release();
    (await waiting).release();
    expect(await figuresOf('reads')).toEqual(['0', '2', '2', '0']);
  } finally {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  }
});
