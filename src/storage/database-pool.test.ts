import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { openPool, type Pool } from './database.ts';

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
