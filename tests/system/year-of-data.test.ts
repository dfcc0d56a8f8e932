import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeHours } from '../../src/actions/usage/close-hours.ts';
import { closePeriods } from '../../src/actions/usage/close-periods.ts';
import { recordUsage } from '../../src/actions/usage/record.ts';
import { expireUsage, settleUsage, takeUsage, warnExpiringUsage } from '../../src/actions/usage/sending.ts';
import { leaseDeliveries } from '../../src/actions/webhooks/lease-deliveries.ts';
import { settleDeliveries } from '../../src/actions/webhooks/settle-deliveries.ts';
import { readUsageRecord } from '../../src/core/usage/reports/record.ts';
import { candidateKeyText } from '../../src/core/usage/reports/target.ts';
import { loadUsageCandidates } from '../../src/storage/usage/candidates.ts';
import { findDueConnections } from '../../src/storage/usage/leases.ts';
import { loadPeriodUse } from '../../src/storage/usage/period-counts.ts';
import { findDueEndpoints } from '../../src/storage/webhooks/due-endpoints.ts';
import { type AuditFilter, listAuditEntries } from '../../src/storage/workspaces/audit-entries.ts';
import { citusUrl } from '../support/database/citus.ts';
import { type ExecutedPlan, executedPlans, reportPlans } from '../support/database/executed-plans.ts';
import { addDays, growingTables, type Rows } from '../support/database/year-of-rows.ts';
import { done } from '../support/done.ts';
import { Books } from '../support/worlds/books.ts';
import { MeterBooks, type MeterCustomer } from '../support/worlds/meter-books.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** `YEAR_OF_DATA=large`: 4 million reports instead of 90,000; takes minutes. */
const isLarge = process.env.YEAR_OF_DATA === 'large';

let books: Books;
let meters: MeterBooks;
let customer: MeterCustomer;
let rows: Rows;

beforeAll(async () => {
  books = await Books.open();
  meters = await MeterBooks.open(books);
  customer = await meters.customer();
  const { endpointId } = await books.endpoint(meters.workspaceId);
  await books.copyToTenants(customer.subscriptionId, isLarge ? 20_000 : 1_000);
  const until = books.in(-3 * day);
  rows = { workspaceId: meters.workspaceId, endpointId, customer, meters: isLarge ? 500 : 10, until };
});
afterAll(() => books?.close());

/** Every statement of the hot paths, in sessions that report plans. */
async function runHotPaths(hot: Books): Promise<void> {
  const { workspaceId, client } = meters;
  const { database } = hot;
  const question = { product: 'forum', tenantId: customer.tenantId };

  await hot.answer(workspaceId, customer.tenantId);
  await hot.answerAsOf(workspaceId, customer.tenantId, hot.in(-day));

  const found = await loadUsageCandidates(database, workspaceId, [question]);
  const candidates = found.get(candidateKeyText(workspaceId, question));
  const record = (quantity: number) =>
    readUsageRecord({
      ...question,
      dimension: 'posts',
      quantity,
      usageStartAt: new Date(Math.floor(hot.in(-2 * hour).getTime() / hour) * hour).toISOString(),
    });
  for (const quantity of [1, 2]) {
    const usage = { records: [record(quantity)], candidates: [candidates], holdMinutes: 15 };
    const recorded = done(await recordUsage(hot.context, client, usage, null));
    expect(recorded.text).toContain('Pending');
  }
  const sent = await meters.send(
    [meters.event(customer, { dimension: 'calls' }), meters.event(customer, { dimension: 'rows' })],
    hot.context,
  );
  expect(sent.accepted).toBe(2);
  hot.clock.forward(2 * hour);
  expect(await closeHours(hot.context)).toBeGreaterThan(0);
  await closePeriods(hot.context);
  await findDueConnections(database, hot.clock.now(), null);
  hot.clock.forward(hour);
  const lease = { leaseId: randomUUID(), holder: randomUUID() };
  const taken = await takeUsage(hot.context, { workspaceId, sourceName: 'Shop' }, lease, 25);
  expect(taken.length).toBeGreaterThan(0);
  const results = taken.map((one) => ({ sent: one, outcome: { kind: 'accepted' } as const }));
  await settleUsage(hot.context, { workspaceId, leaseId: lease.leaseId }, results);
  await expireUsage(hot.context);
  await warnExpiringUsage(hot.context);
  const subscriptionId = meterId(1);
  // A period has as many hours as it is long, so this one has all of them from the first day on.
  const start = new Date(rows.until.getTime() - day);
  await loadPeriodUse(
    database,
    workspaceId,
    (['Events', 'Records'] as const).map((intake) => ({
      subscriptionId,
      dimension: 'calls',
      start,
      end: rows.until,
      intake,
    })),
    hot.clock.now(),
  );

  const auditFilters: readonly Partial<AuditFilter>[] = [
    {},
    { actorId: 'person 3' },
    { action: 'api_key.revoked' },
    { product: 'product-7' },
    { product: 'product-7', plan: 'plan-3' },
    { tenantId: customer.tenantId },
    { product: 'product-7', from: start, until: rows.until },
  ];
  for (const filter of auditFilters) await listAuditEntries(database, workspaceId, { ...filter, limit: 21 });

  await hot.createActive(workspaceId);
  await findDueEndpoints(database, hot.clock.now(), 10, null);
  const wanted = [{ endpointId: rows.endpointId, limit: 25, sending: [] }];
  const { leased } = await leaseDeliveries(hot.context, { workspaceId, holder: randomUUID(), wanted });
  expect(leased.length).toBeGreaterThan(0);
  const attempted = leased.map((one) => ({
    ...one,
    outcome: { kind: 'answered', status: 200, retryAfterMilliseconds: null } as const,
    durationMilliseconds: 1,
    answer: '',
    error: null,
  }));
  await settleDeliveries(hot.context, { workspaceId, attempted, ended: [] });
}

/** As `md5('meter 1')::uuid`. */
function meterId(meter: number): string {
  const hash = createHash('md5').update(`meter ${meter}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

interface Statement {
  readonly conditions: readonly string[];
  readonly fullReads: readonly string[];
  readonly buffers: number;
}

/** By the text of the statement: the conditions on growing tables, and the most pages that one execution touched. */
async function plansNow(settings: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Statement>> {
  await reportPlans(books.url, settings);
  const hot = Books.at(books.url, 3, books.clock);
  try {
    // The first execution in a session also reads the catalogue of the database.
    await runHotPaths(hot);
    const plans = await executedPlans(() => runHotPaths(hot));
    const byText = new Map<string, Statement>();
    for (const plan of plans) byText.set(plan.text, merged(plan, byText.get(plan.text)));
    return byText;
  } finally {
    await hot.close();
  }
}

function merged(plan: ExecutedPlan, earlier: Statement | undefined): Statement {
  const tableOf = (name: string) => growingTables.find((table) => name.startsWith(table));
  // Of two indexes that serve a condition, statistics choose one.
  const conditions = plan.conditions.flatMap(({ index, condition }) => {
    const table = tableOf(index);
    return table ? [`${table}: ${condition}`] : [];
  });
  return {
    conditions: [...new Set([...conditions, ...(earlier?.conditions ?? [])])].sort(),
    fullReads: [...plan.fullReads.filter(tableOf), ...(earlier?.fullReads ?? [])],
    buffers: Math.max(plan.buffers, earlier?.buffers ?? 0),
  };
}

it.skipIf(citusUrl)(
  'with a year of rows the hot statements use the conditions of a day, and touch about as many pages',
  async () => {
    await addDays(books.database, rows, 0, 1);
    // A day fits into a few pages, which are read as a whole where that is allowed.
    const ofDay = await plansNow({ enable_seqscan: 'off' });
    await addDays(books.database, rows, 1, 365);
    const ofYear = await plansNow({ enable_seqscan: 'on' });

    expect(ofYear.size).toBeGreaterThan(40);
    expect([...ofYear.keys()].filter((text) => !ofDay.has(text))).toEqual([]);
    const differing = [...ofYear].flatMap(([text, { conditions, fullReads, buffers }]) => {
      const before = ofDay.get(text);
      return fullReads.length > 0 ||
        conditions.join() !== before?.conditions.join() ||
        buffers > 2 * before.buffers + 50
        ? [{ text, fullReads, year: [conditions, buffers], day: [before?.conditions, before?.buffers] }]
        : [];
    });
    expect(differing).toEqual([]);
  },
  isLarge ? 1_200_000 : 60_000,
);
