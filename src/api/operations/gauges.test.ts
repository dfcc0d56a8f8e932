import { Registry } from 'prom-client';
import { expect, inject, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/settings.ts';
import { openPool } from '../../storage/database.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import { updateAddressesAsConfirmed } from '../../storage/workspaces/support-confirmations.ts';
import { measureDatabasePools, measureWaitingMail } from './gauges.ts';

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

it('the metrics count waiting notices and their age, and are omitted while the database is unavailable', async () => {
  const books = await Books.open();
  const registry = new Registry();
  measureWaitingMail(registry, books.database, books.clock);
  const figures = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('tessera_notices'));
  expect(await figures()).toEqual(['tessera_notices_waiting 0', 'tessera_notices_waiting_oldest_seconds 0']);

  const [withAddress, withoutAddress] = [await books.workspace(), await books.workspace()];
  done(
    await changeWorkspaceSettings(
      books.context,
      withAddress,
      { supportAddresses: ['support@arcadia.example'] },
      'any',
    ),
  );
  await updateAddressesAsConfirmed(books.database, withAddress, books.clock.now());
  for (const workspaceId of [withAddress, withoutAddress]) {
    for (const key of ['one', 'two']) {
      const notice = { kind: 'UsageExpired', key, facts: {} } as const;
      await insertNotices(books.database, workspaceId, [notice], books.context);
      books.clock.forward(30_000);
    }
  }
  expect(await figures()).toEqual([
    'tessera_notices_waiting 2',
    'tessera_notices_waiting_oldest_seconds 120',
  ]);

  await books.close();
  expect(await figures()).toEqual([]);
});
