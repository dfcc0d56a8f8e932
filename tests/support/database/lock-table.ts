import pg from 'pg';
import type { World } from '../worlds/world.ts';

/** Keeps a table locked, so that a request that reads it stays in flight. */
export async function lockTable(
  world: World,
  table: string,
): Promise<{ isWaitedFor(): Promise<boolean>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: world.settings.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return {
    async isWaitedFor() {
      const { rows } = await client.query('select 1 from pg_locks where not granted');
      return rows.length > 0;
    },
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
