import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { openPool, type Pool } from '../database.ts';
import { preparedStatement } from '../sql/prepared-statement.ts';
import { timeLimits, type WorkKind } from './time-limits.ts';

const quarterHour = 15 * 60_000;

let pool: Pool;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pool = openPool({
    url: `${inject('postgresUrl')}postgres`,
    kind: 'read',
    maxConnections: 1,
    onConnectionLost: () => {},
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await pool.end();
});

/** Uses the only connection without a pause for this long; returns its backend. */
async function useFor(milliseconds: number): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    vi.advanceTimersByTime(milliseconds);
    return rows[0].pid;
  } finally {
    client.release();
  }
}

it('replaces a connection that is always in use after 15 minutes', async () => {
  const first = await useFor(quarterHour - 1);
  expect(await useFor(1)).toBe(first);
  const second = await useFor(quarterHour - 1);
  expect(second).not.toBe(first);
  expect(await useFor(0)).toBe(second);
});

it.each(Object.keys(timeLimits) as WorkKind[])(
  'sets the time limits of the server for connections of the kind %s',
  async (kind) => {
    const url = `${inject('postgresUrl')}postgres`;
    const own = openPool({ url, kind, maxConnections: 1, onConnectionLost: () => {} });
    const { rows } = await own.query(
      `select name, setting::int from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
    );
    await own.end();
    const { statement, lock, idleInTransaction } = timeLimits[kind];
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      statement_timeout: statement,
      lock_timeout: lock,
      idle_in_transaction_session_timeout: idleInTransaction,
    });
  },
);

it('names statements only while its connections are known to keep their sessions', async () => {
  const named = preparedStatement('named_in_test', 'select name from pg_prepared_statements where $1');
  expect(await named(pool, true)).toEqual([]);
  pool.keepsSessions = true;
  expect(await named(pool, true)).toEqual([{ name: 'named_in_test' }]);
  expect(await named(pool, true)).toEqual([{ name: 'named_in_test' }]);
});
