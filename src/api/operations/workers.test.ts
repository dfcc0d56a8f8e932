import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World, withWorkers } from '../../../tests/support/worlds/world.ts';

const minute = 60_000;

let world: World;
beforeAll(async () => {
  world = await World.create(withWorkers);
});
afterAll(() => world.close());

const worker = async () => (await world.call('/health/ready')).body.workers['dispatch-usage'];
const figures = async () => {
  const text = await (await fetch(`${world.service.url}/metrics`)).text();
  const lines = text.matchAll(/^tessera_worker_(\w+)\{worker="dispatch-usage"\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
};

it('a worker that has failed for 10 minutes shows in /metrics and /health/ready until it succeeds', async () => {
  const start = world.clock.now();
  const startedAt = start.getTime() / 1_000;
  const succeeded = { status: 'ok', lastSuccessAt: start.toISOString() };
  await expect.poll(worker).toMatchObject({ ...succeeded, lastFailureAt: null, consecutiveFailures: 0 });
  expect(await figures()).toMatchObject({
    last_success_timestamp_seconds: startedAt,
    consecutive_failures: 0,
    failing: 0,
  });
  expect(await figures()).not.toHaveProperty('last_failure_timestamp_seconds');

  await sql`alter table usage_reports rename to usage_reports_away`.execute(world.database);
  await expect.poll(async () => (await worker()).consecutiveFailures).toBeGreaterThan(1);
  expect((await world.call('/health/ready')).body).toMatchObject({ status: 'ok', checks: { workers: 'ok' } });
  world.clock.forward(10 * minute);
  await expect
    .poll(worker)
    .toMatchObject({ status: 'failing', lastFailureAt: world.clock.now().toISOString() });
  const ready = await world.call('/health/ready');
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({ status: 'degraded', checks: { workers: 'failing' } });
  expect(await figures()).toMatchObject({
    last_success_timestamp_seconds: startedAt,
    last_failure_timestamp_seconds: startedAt + 600,
    failing: 1,
  });

  await sql`alter table usage_reports_away rename to usage_reports`.execute(world.database);
  await expect.poll(worker).toMatchObject({ status: 'ok', consecutiveFailures: 0 });
  expect(await figures()).toMatchObject({ last_success_timestamp_seconds: startedAt + 600, failing: 0 });
});

it('a pass that hangs shows before its deadline', async () => {
  await world.database.transaction().execute(async (transaction) => {
    await sql`lock table usage_reports in access exclusive mode`.execute(transaction);
    await expect.poll(async () => (await worker()).runningSince).not.toBeNull();
    world.clock.forward(10 * minute);
    expect(await figures()).toMatchObject({ failing: 1, running_seconds: 600 });
  });
  await expect.poll(worker).toMatchObject({ status: 'ok' });
});

it('a node without workers lists none', async () => {
  const api = await World.create();
  try {
    expect((await api.call('/health/ready')).body).toMatchObject({ checks: { workers: 'ok' }, workers: {} });
    expect(await (await fetch(`${api.service.url}/metrics`)).text()).not.toContain('tessera_worker_failing{');
  } finally {
    await api.close();
  }
});
