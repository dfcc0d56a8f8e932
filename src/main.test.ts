import pg from 'pg';
import { expect, it } from 'vitest';
import { type TestClient, World, withKey } from '../tests/support/world.ts';

const path = '/api/v1/catalogue/products';

/** Keeps the catalogue locked, so that a request for it stays in flight. */
async function lockCatalogue(
  world: World,
): Promise<{ isWaitedFor(): Promise<boolean>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: world.settings.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table categories in access exclusive mode');
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

async function worldWithClient(): Promise<[World, TestClient]> {
  const world = await World.create();
  return [world, await world.client(await world.workspace())];
}

it('stops: takes no more, finishes what is in flight, closes', async () => {
  const [world, client] = await worldWithClient();
  const lock = await lockCatalogue(world);
  const inFlight = world.call(path, { headers: withKey(client) });
  await expect.poll(lock.isWaitedFor).toBe(true);

  let hasStopped = false;
  const stopped = world.service.stop().then(() => {
    hasStopped = true;
  });
  await expect
    .poll(() =>
      fetch(`${world.service.url}/health/live`).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused');
  expect(hasStopped).toBe(false);

  await lock.release();
  expect((await inFlight).status).toBe(200);
  await stopped;
  await world.close();
});

it('stops after 10 seconds at the latest, whatever is in flight', async () => {
  const [world, client] = await worldWithClient();
  const lock = await lockCatalogue(world);
  const inFlight = world.call(path, { headers: withKey(client) }).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(lock.isWaitedFor).toBe(true);
  await world.service.stop();
  expect(await inFlight).toBe('cut off');
  await lock.release();
  await world.close();
});
