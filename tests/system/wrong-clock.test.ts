import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, type Service, startService } from '../../src/service/start-service.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { shiftedClock } from '../support/nodes/shifted-clock.ts';
import { SystemClock } from '../support/nodes/system-clock.ts';
import { TestClock } from '../support/nodes/test-clock.ts';
import { Books } from '../support/worlds/books.ts';
import { LimitBooks } from '../support/worlds/limit-books.ts';
import { MeterBooks } from '../support/worlds/meter-books.ts';
import { World, withWorkers } from '../support/worlds/world.ts';

const minute = 60_000;
const hour = 60 * minute;

async function statusesOf(books: Books): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; status: string }>`
    select 'report' as name, status from usage_reports
    union all select tenant_id::text, status from subscriptions`.execute(books.database);
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
}

async function addReport(books: Books, reportedHour: Date): Promise<void> {
  await sql`
    insert into usage_reports (
      workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
      marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at
    )
    values (gen_random_uuid(), ${reportedHour}, gen_random_uuid(), 'posts', gen_random_uuid(), 'Shop', 'alpha', 'basic', 1,
      'Pending', ${reportedHour}, ${books.in(hour)}, 0, null)`.execute(books.database);
}

describe('a process whose clock is two hours ahead', () => {
  let books: Books;
  const running: RunningCommand[] = [];
  const start = (args: string[], ahead = 0) => {
    const command = new RunningCommand(args, {
      ...nodeEnvironment(books.url),
      ...(ahead > 0 ? shiftedClock(ahead) : {}),
    });
    running.push(command);
    return command;
  };
  beforeEach(async () => {
    books = await Books.open(3, new SystemClock());
  });
  afterEach(async () => {
    for (const command of running.splice(0)) await command.stop();
    await books.close();
  });

  it('is not ready, logs the reason, and neither expires subscriptions nor decides usage', async () => {
    const workspaceId = await books.workspace();
    const runs = await books.createActive(workspaceId, { validUntil: books.in(hour) });
    await addReport(books, new Date(Math.floor(Date.now() / hour) * hour - 22 * hour));

    const wrong = start([], 2 * hour);
    const url = await wrong.listens();
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { clock: 'wrong' } }]);
    expect(wrong.output).toMatch(
      /"clock":"wrong","msg":"This node's clock is 7\d\d\d s ahead of PostgreSQL's/,
    );
    const skew = /^tessera_clock_skew_seconds (\S+)$/m.exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1];
    expect(Math.abs(Number(skew) - 7_200)).toBeLessThan(30);

    // A node with the right clock expires the subscription, by when the wrong node would have acted too.
    const over = await books.createActive(workspaceId, { validUntil: books.in(3_000) });
    await start(['--workers']).listens();
    const statuses = () => statusesOf(books);
    await expect.poll(statuses).toMatchObject({ [over.tenantId]: 'Expired' });
    expect(await statuses()).toMatchObject({ [runs.tenantId]: 'Active', report: 'Pending' });
  });

  it('refuses to run the reconcile command', async () => {
    const command = start(['reconcile'], 2 * hour);
    expect(await command.ended()).toBe(1);
    expect(command.errors).toMatch(
      /^This node's clock is 7\d\d\d s ahead of PostgreSQL's; synchronise both with NTP\.\n$/,
    );
  });
});

describe('a node whose clock is 90 seconds ahead', () => {
  let world: World;
  let books: Books;
  let nodeClock: TestClock;
  let node: Service;
  beforeAll(async () => {
    world = await World.create();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    books = await Books.open(6);
    nodeClock = new TestClock();
    nodeClock.forward(90_000);
    const clock = { now: nodeClock.now, readDatabaseTime: books.clock.readDatabaseTime };
    const settings = { ...world.settings, ...withWorkers, databaseUrl: books.url };
    node = await startService(settings, { clock, logger: createLogger('silent') });
  });
  afterEach(async () => {
    await node.stop();
    await books.close();
  });
  const forward = (milliseconds: number) => {
    for (const clock of [books.clock, nodeClock]) clock.forward(milliseconds);
  };

  it("is degraded, and expires no subscription before the database's time", async () => {
    const ready = await fetch(`${node.url}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'degraded', checks: { clock: 'skewed' } },
    ]);
    const workspaceId = await books.workspace();
    const runs = await books.createActive(workspaceId, { validUntil: books.in(minute) });
    const over = await books.createActive(workspaceId, { validUntil: books.in(1) });
    forward(1);
    const statuses = () => statusesOf(books);
    await expect.poll(statuses).toMatchObject({ [over.tenantId]: 'Expired' });
    expect(await statuses()).toMatchObject({ [runs.tenantId]: 'Active' });
    forward(minute);
    await expect.poll(statuses).toMatchObject({ [runs.tenantId]: 'Expired' });
  });

  it("grants reservations that lapse by the database's time, here and on other nodes", async () => {
    const meters = await MeterBooks.open(books);
    const limits = new LimitBooks(meters, await meters.customer());
    nodeClock.forward(books.clock.now().getTime() + 90_000 - nodeClock.now().getTime());
    await limits.planLimit({ quantity: 20 });
    const { apiKey } = await books.client(meters.workspaceId);
    const reserve = async () => {
      const answer = await fetch(`${node.url}/api/v1/usage-reservations`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          tenantId: limits.customer.tenantId,
          product: 'forum',
          dimension: 'rows',
          quantity: 20,
          ttlSeconds: 60,
        }),
      });
      return { status: answer.status, body: (await answer.json()) as { expiresAt?: string } };
    };
    const expiresAt = books.in(minute).toISOString();
    expect(await reserve()).toMatchObject({ status: 201, body: { expiresAt } });
    forward(minute - 1);
    expect((await reserve()).status).toBe(409);
    expect(await limits.outcome(20)).toBe('metering.limit_reached');
    forward(1);
    const granted = await limits.granted(20, { ttlSeconds: 60 });
    expect((await reserve()).status).toBe(409);
    await limits.release(granted);
    expect((await reserve()).status).toBe(201);
  });
});
