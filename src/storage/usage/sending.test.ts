import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { usageLeaseTerms } from '../../core/usage/reports/report.ts';
import type { StoredReport } from './reports.ts';
import { settleReports, takeDueReports } from './sending.ts';

const hour = 3_600_000;
const workspaceId = '019b0000-0000-7000-8000-000000000001';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

async function add(count: number, status: 'Accepted' | 'Pending'): Promise<void> {
  const decidedAt = status === 'Pending' ? null : books.clock.now();
  await sql`
    insert into usage_reports (
      workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
      marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at
    )
    select ${workspaceId}::uuid, ${books.in(-3 * hour)}::timestamptz, gen_random_uuid(), 'posts', gen_random_uuid(), 'Shop', 'alpha', 'basic',
      1, ${status}, ${books.in(-hour)}::timestamptz, ${books.in(-hour)}::timestamptz, 0, ${decidedAt}::timestamptz
    from generate_series(1, ${count}::integer)`.execute(books.database);
}

async function scansOf(index: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select idx_scan::integer as scans from pg_stat_user_indexes where indexrelname = ${index}`.execute(
    books.database,
  );
  return rows[0]?.scans ?? Number.NaN;
}

// The statistics of a cluster are on its machines.
it.skipIf(citusUrl)(
  'takes along the queue and settles by key, also when statistics were made while nothing was pending',
  async () => {
    await add(5_000, 'Accepted');
    await sql`analyze usage_reports`.execute(books.database);
    await add(2_000, 'Pending');
    const before = await scansOf('usage_reports_to_send');
    const lease = { leaseId: randomUUID(), holder: randomUUID() };
    const request = { ...lease, terms: usageLeaseTerms(books.clock.now()), limit: 400, from: null };
    const taken = await books.database
      .transaction()
      .execute((transaction) => takeDueReports(transaction, { workspaceId, sourceName: 'Shop' }, request));
    expect(taken).toHaveLength(400);
    await expect.poll(() => scansOf('usage_reports_to_send')).toBeGreaterThan(before);
    expect(await scansOf('usage_reports_to_expire')).toBe(0);

    const [settling, queued] = [await scansOf('usage_reports_pkey'), await scansOf('usage_reports_to_send')];
    const settled = taken.map((one) => ({
      taken: one,
      after: { ...one.report, status: 'Accepted' as const, decidedAt: books.clock.now() },
    }));
    expect(await settleReports(books.database, { workspaceId, ...lease }, settled)).toHaveLength(400);
    await expect.poll(() => scansOf('usage_reports_pkey')).toBeGreaterThanOrEqual(settling + 400);
    expect(await scansOf('usage_reports_to_send')).toBe(queued);
  },
);

it.skipIf(citusUrl)(
  'takes whole units along the queue, and looks up the remainder of each report',
  async () => {
    const sourceName = 'Units';
    await sql`
    insert into usage_reports (
      workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
      marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, kind
    )
    select ${workspaceId}::uuid, ${books.in(-3 * hour)}::timestamptz, gen_random_uuid(), 'posts', gen_random_uuid(), ${sourceName},
      'licence ' || number, '*', 1.5, 'Pending', ${books.in(-hour)}::timestamptz, ${books.in(-hour)}::timestamptz, 0, 'Aws'
    from generate_series(1, 5000) as number`.execute(books.database);
    // Every tenth waits for another report.
    await sql`
    insert into usage_remainders (
      workspace_id, source_name, marketplace_subscription_id, dimension, remainder, report_id, sent_quantity, changed_at
    )
    select ${workspaceId}::uuid, ${sourceName}, 'licence ' || number, 'posts', 0.5,
      case when number % 10 = 0 then gen_random_uuid() end, case when number % 10 = 0 then 1 end, ${books.clock.now()}::timestamptz
    from generate_series(1, 5000) as number`.execute(books.database);
    await sql`analyze usage_reports, usage_remainders`.execute(books.database);
    const [queued, lookedUp] = [
      await scansOf('usage_reports_to_send'),
      await scansOf('usage_remainders_pkey'),
    ];
    const terms = usageLeaseTerms(books.clock.now(), { kind: 'Aws' });
    const scaled = { kind: 'Aws', fix: async (reports: readonly StoredReport[]) => reports } as const;
    const request = { leaseId: randomUUID(), holder: randomUUID(), terms, limit: 400, from: null, scaled };
    const taken = await books.database
      .transaction()
      .execute((transaction) => takeDueReports(transaction, { workspaceId, sourceName }, request));
    expect(taken).toHaveLength(400);
    const waits = ({ marketplaceSubscriptionId }: StoredReport) => marketplaceSubscriptionId?.endsWith('0');
    expect(taken.filter(waits)).toEqual([]);
    await expect.poll(() => scansOf('usage_reports_to_send')).toBe(queued + 1);
    const looks = (await scansOf('usage_remainders_pkey')) - lookedUp;
    expect(looks).toBeGreaterThanOrEqual(400);
    expect(looks).toBeLessThan(1_000);
  },
);
