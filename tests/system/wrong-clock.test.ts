import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, startService } from '../../src/main.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { SystemClock } from '../support/nodes/system-clock.ts';
import { TestClock } from '../support/nodes/test-clock.ts';
import { Books } from '../support/worlds/books.ts';
import { World } from '../support/worlds/world.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Loaded before the service: shifts the clock of the whole process. */
const shiftedClock = (milliseconds: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...parts) {
        if (parts.length > 0) super(...parts);
        else super(Real.now() + ${milliseconds});
      }
      static now() {
        return Real.now() + ${milliseconds};
      }
    };`)}`;

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
      ...(ahead > 0 ? { NODE_OPTIONS: `--import=${shiftedClock(ahead)}` } : {}),
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
  it("is degraded, and expires no subscription before the database's time", async () => {
    const world = await World.create();
    const books = await Books.open();
    const nodeClock = new TestClock();
    nodeClock.forward(90_000);
    const clock = { now: nodeClock.now, readDatabaseTime: books.clock.readDatabaseTime };
    const settings = { ...world.settings, databaseUrl: books.url };
    const node = await startService(settings, { clock, logger: createLogger('silent') });
    try {
      const ready = await fetch(`${node.url}/health/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([
        200,
        { status: 'degraded', checks: { clock: 'skewed' } },
      ]);
      const workspaceId = await books.workspace();
      const runs = await books.createActive(workspaceId, { validUntil: books.in(minute) });
      const over = await books.createActive(workspaceId, { validUntil: books.in(1) });
      books.clock.forward(1);
      nodeClock.forward(1);
      const statuses = () => statusesOf(books);
      await expect.poll(statuses).toMatchObject({ [over.tenantId]: 'Expired' });
      expect(await statuses()).toMatchObject({ [runs.tenantId]: 'Active' });
      books.clock.forward(minute);
      nodeClock.forward(minute);
      await expect.poll(statuses).toMatchObject({ [runs.tenantId]: 'Expired' });
    } finally {
      await node.stop();
      await books.close();
      await world.close();
    }
  });
});
