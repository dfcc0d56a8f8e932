import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseServers } from '../connection/database-servers.ts';
import { timeLimits } from '../connection/time-limits.ts';

/** Arbitrary, but no other program on the same database may use it. */
const advisoryLock = 7_355_608;
const advisoryLockPause = 200;

/** A connection that may change the schema; of several at the same time one does. */
export async function withSchemaSession<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await new DatabaseServers(url).openClient({
    application_name: 'tessera-migrate',
    connectionTimeoutMillis: timeLimits.long.connection,
  });
  try {
    await client.query('set statement_timeout = 0');
    await takeAdvisoryLock(client);
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Polls instead of waiting in the database: building an index concurrently waits for every session that waits there.
 */
async function takeAdvisoryLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [advisoryLock]);
    if (rows[0]?.taken) return;
    await delay(advisoryLockPause);
  }
}

export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
