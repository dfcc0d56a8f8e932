import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { usageQueueQuery } from '../../storage/usage/queue.ts';
import { measureUsageQueue } from './usage-queue.ts';

const minute = 60_000;
const hour = 60 * minute;

let books: Books;
let registry: Registry;
let failures: unknown[];
beforeEach(async () => {
  books = await Books.open();
  registry = new Registry();
  failures = [];
  const onFailure = (error: unknown) => failures.push(error);
  measureUsageQueue(registry, { database: books.database, clock: books.clock, onFailure });
});
afterEach(() => books.close());

interface Reports {
  readonly status: string;
  readonly hour?: Date;
  readonly dueAt?: Date;
  readonly attempts?: number;
  readonly leasedUntil?: Date | null;
}

async function add(count: number, reports: Reports): Promise<void> {
  const { status, attempts = 0, leasedUntil = null } = reports;
  const [first, dueAt] = [reports.hour ?? books.in(-3 * hour), reports.dueAt ?? books.clock.now()];
  const decidedAt = status === 'Pending' ? null : books.clock.now();
  await sql`
    with report as (
      insert into usage_reports (
        workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
        marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at
      )
      select gen_random_uuid(), ${first}, gen_random_uuid(), 'posts', gen_random_uuid(), 'Shop', 'alpha', 'basic', 1,
        ${status}, ${first}, ${dueAt}, ${attempts}::integer, ${decidedAt}::timestamptz
      from generate_series(1, ${count}::integer)
      returning workspace_id, source_name, report_id
    )
    insert into usage_leases (workspace_id, lease_id, source_name, holder, leased_until, report_ids)
    select workspace_id, gen_random_uuid(), source_name, gen_random_uuid(), ${leasedUntil}::timestamptz, array[report_id]
    from report where ${leasedUntil !== null}`.execute(books.database);
}

/** The metrics by name and labels. */
const scraped = async () =>
  Object.fromEntries(
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('tessera_usage_'))
      .map((line) => [line.replace('tessera_usage_', '').split(' ')[0], Number(line.split(' ')[1])]),
  );

it('the metrics count undecided reports, the longest wait and the next expiry', async () => {
  const pending = { status: 'Pending' };
  await add(4, { status: 'Accepted', hour: books.in(-30 * hour), dueAt: books.in(-hour) });
  await add(3, { ...pending, dueAt: books.in(1) });
  await add(2, { ...pending, dueAt: books.in(-5 * minute) });
  await add(1, { ...pending, dueAt: books.in(-2 * minute), leasedUntil: books.clock.now() });
  await add(5, { ...pending, dueAt: books.in(-hour), leasedUntil: books.in(1) });
  await add(6, { ...pending, hour: books.in(-22 * hour), dueAt: books.in(minute), attempts: 7 });
  expect(await scraped()).toEqual({
    'reports_pending{state="held"}': 3,
    'reports_pending{state="due"}': 3,
    'reports_pending{state="claimed"}': 5,
    'reports_pending{state="retrying"}': 6,
    oldest_due_seconds: 300,
    next_expiry_seconds: 7_200,
  });
});

it('the metrics have the 100 workspaces with the most undecided reports, and the rest as one', async () => {
  await add(130, { status: 'Pending' });
  await add(1, { status: 'Accepted' });
  const lines = (await registry.metrics()).split('\n').filter((line) => /^tessera_workspace_/.test(line));
  const labels = lines.map((line) => /workspace="([^"]+)"\} (\d+)$/.exec(line)?.slice(1));
  expect(labels).toHaveLength(101);
  expect(labels.at(-1)).toEqual(['other', '30']);
});

it('the metrics are refreshed at most every five seconds', async () => {
  expect(await scraped()).toMatchObject({ 'reports_pending{state="due"}': 0, oldest_due_seconds: 0 });
  expect(await scraped()).not.toHaveProperty('next_expiry_seconds');
  await add(1, { status: 'Pending' });
  books.clock.forward(4_999);
  expect(await scraped()).toMatchObject({ 'reports_pending{state="due"}': 0 });
  books.clock.forward(1);
  expect(await scraped()).toMatchObject({ 'reports_pending{state="due"}': 1, oldest_due_seconds: 5 });
});

it('the metrics are omitted while the database is unavailable', async () => {
  await add(1, { status: 'Pending' });
  expect(Object.keys(await scraped())).toHaveLength(6);
  await sql`alter table usage_reports rename to usage_reports_gone`.execute(books.database);
  books.clock.forward(5_000);
  expect([await scraped(), failures.length]).toEqual([{}, 1]);
  await sql`alter table usage_reports_gone rename to usage_reports`.execute(books.database);
  books.clock.forward(5_000);
  expect(Object.keys(await scraped())).toHaveLength(6);
});

it('the metrics are omitted, within a deadline, while the database does not respond', async () => {
  await books.database.transaction().execute(async (transaction) => {
    await sql`lock table usage_reports in access exclusive mode`.execute(transaction);
    expect(await scraped()).toEqual({});
  });
  await expect.poll(scraped).toHaveProperty('oldest_due_seconds');
});

// A cluster shows the plan of one shard, which may be empty.
it.skipIf(citusUrl)('the metrics use the index of undecided reports only', async () => {
  await add(20_000, { status: 'Accepted' });
  await add(100, { status: 'Pending' });
  await sql`analyze usage_reports`.execute(books.database);
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (format json) ${usageQueueQuery(books.clock.now())}`.execute(books.database);
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
  expect(plan).toMatch(/"Index Name":"usage_reports_to_(send|expire)"/);
  expect(plan).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"usage_reports"/);
});
