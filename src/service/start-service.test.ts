import { expect, it } from 'vitest';
import { lockTable } from '../../tests/support/database/lock-table.ts';
import { type TestClient, World, withKey, withWorkers } from '../../tests/support/worlds/world.ts';

const path = '/api/v1/catalogue/products';

async function worldWithClient(): Promise<[World, TestClient]> {
  const world = await World.create(withWorkers);
  return [world, await world.client(await world.workspace())];
}

it('stopping accepts no new requests, finishes those in flight, and closes', async () => {
  const [world, client] = await worldWithClient();
  const lock = await lockTable(world, 'categories');
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

it('reads and the readiness check go on while 30 writes wait for a lock', async () => {
  const [world, client] = await worldWithClient();
  const lock = await lockTable(world, 'idempotent_answers');
  const headers = { ...withKey(client), 'content-type': 'application/json' };
  const body = JSON.stringify({ records: [{}] });
  const writes = Array.from({ length: 30 }, (_, index) =>
    world.call('/api/v1/metered-usage', {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `key-${index}` },
      body,
    }),
  );
  await expect.poll(lock.isWaitedFor).toBe(true);
  const reads = await Promise.all(Array.from({ length: 20 }, () => world.call(path, { headers })));
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await fetch(`${world.service.url}/health/ready`)).status).toBe(200);
  await lock.release();
  const statuses = new Set((await Promise.all(writes)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await world.close();
});
