import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citusUrl } from '../support/database/citus.ts';
import { hour, MeteredWorld } from '../support/worlds/metered-world.ts';
import { withKey } from '../support/worlds/world.ts';

describe.skipIf(!citusUrl)('moving a workspace to another machine', () => {
  let metered: MeteredWorld;
  let session: pg.Client;
  beforeAll(async () => {
    metered = await MeteredWorld.create();
    session = new pg.Client({ connectionString: metered.world.settings.databaseUrl });
    await session.connect();
  });
  afterAll(async () => {
    await session?.end();
    await metered?.close();
  });

  async function machineOf(workspaceId: string): Promise<{ shard: string; host: string; port: number }> {
    const { rows } = await session.query(
      `select shardid as shard, nodename as host, nodeport as port from citus_shards
       where shardid = get_shard_id_for_distribution_column('usage_reports', $1::uuid)`,
      [workspaceId],
    );
    return rows[0];
  }

  /** With all tables of the workspaces of its shard, while they are read and written. */
  async function moveAway(workspaceId: string): Promise<void> {
    const { shard, host, port } = await machineOf(workspaceId);
    const { rows } = await session.query(
      `select nodename as host, nodeport as port from pg_dist_node
       where shouldhaveshards and noderole = 'primary' and (nodename, nodeport) <> ($1, $2)`,
      [host, port],
    );
    await session.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')`, [
      shard,
      host,
      port,
      rows[0].host,
      rows[0].port,
    ]);
  }

  it('loses no report and answers every read', async () => {
    const { world } = metered;
    const { workspaceId } = metered.client;
    const rateLimitPerMinute = 6_000;
    const reporter = await world.client(workspaceId, { rateLimitPerMinute });
    const reader = await world.client(workspaceId, { rateLimitPerMinute });
    // Calls go on for the whole move, at a pace within the rate limits.
    const pause = () => delay(50);
    const [{ tenantId } = { tenantId: '' }] = await metered.bought(1);
    const before = await machineOf(workspaceId);
    let isMoving = true;
    const accepted = new Map<string, number>();
    const report = async (lane: number) => {
      for (let count = 0; isMoving || count < 20; count += 1) {
        const usageStartAt = new Date(world.clock.now().getTime() - (1 + (count % 20)) * hour).toISOString();
        const dimension = lane === 0 ? 'posts' : 'likes';
        const record = { tenantId, product: 'forum', dimension, quantity: count + 1, usageStartAt };
        const answer = await world.call('/api/v1/metered-usage', {
          method: 'POST',
          headers: { ...withKey(reporter), 'content-type': 'application/json' },
          body: JSON.stringify({ records: [record] }),
        });
        expect(answer).toMatchObject({ status: 200, body: { results: [{ status: 'Pending' }] } });
        accepted.set(`${dimension} ${usageStartAt.slice(0, 13)}`, count + 1);
        await pause();
      }
    };
    const read = async () => {
      let count = 0;
      while (isMoving || count < 20) {
        expect(await world.answer(workspaceId, tenantId)).toMatchObject({ accessLevel: 'Full' });
        const path = `/api/v1/entitlements/${tenantId}?product=forum`;
        expect(await world.call(path, { headers: withKey(reader) })).toMatchObject({ status: 200 });
        count += 1;
        await pause();
      }
    };
    const moving = moveAway(workspaceId).finally(() => {
      isMoving = false;
    });
    await Promise.all([moving, report(0), report(1), read()]);

    expect(await machineOf(workspaceId)).not.toEqual(before);
    const { rows } = await sql<{ dimension: string; hour: Date; quantity: string }>`
      select dimension, hour, quantity::text from usage_reports where workspace_id = ${workspaceId}`.execute(
      world.database,
    );
    const stored = rows.map((row) => [
      `${row.dimension} ${row.hour.toISOString().slice(0, 13)}`,
      Number(row.quantity),
    ]);
    expect(new Map(stored as [string, number][])).toEqual(accepted);
  });
});
