import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AwsFault } from '../../emulators/aws-marketplace/faults.ts';
import { createRandom } from '../../emulators/shell/random.ts';
import { testEncryptionKey } from '../support/nodes/encryption-key.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { SystemClock } from '../support/nodes/system-clock.ts';
import { type ReportedUsage, UsageClient } from '../support/requests/usage-client.ts';
import { faultSeconds, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import { hour, type UnitCustomer, UnitShop } from '../support/worlds/unit-shop.ts';
import { UsageBooks } from '../support/worlds/usage-books.ts';

const seconds = faultSeconds(4);
const customerCount = 12;
const hoursEach = 3;

const faults: readonly AwsFault[] = [
  { kind: 'reset-after', share: 0.15 },
  { kind: 'reset-before', share: 0.05 },
  { kind: 'throttled', share: 0.05 },
  { kind: 'failing', share: 0.05 },
  { kind: 'cut', share: 0.05 },
  { kind: 'unprocessed', share: 0.1 },
  { kind: 'delay', share: 0.2, delayMilliseconds: 200 },
];

let shop: UnitShop;
let nodes: ServiceNodes;
let books: UsageBooks;
let client: UsageClient;

beforeAll(async () => {
  shop = await UnitShop.open({ clock: new SystemClock(48 * hour), seed });
  await sql`update workspaces set usage_hold_minutes = 0`.execute(shop.books.database);
  nodes = new ServiceNodes(2, { databaseUrl: shop.books.url, encryptionKey: testEncryptionKey });
  books = new UsageBooks();
  const { apiKey } = await shop.books.client(shop.client.workspaceId, {
    name: 'Reporter',
    rateLimitPerMinute: 6_000,
  });
  client = new UsageClient('reporter', apiKey, { nodes, books, random: createRandom(seed + 1) });
  await nodes.startAll();
});
afterAll(async () => {
  await nodes?.end();
  await shop?.close();
});

/** The latest hours; from shortly before the month closes, those of the present one. */
function acceptedHours(): readonly Date[] {
  const open = new Date(Date.now() - 4 * hour);
  const oldest = Date.UTC(open.getUTCFullYear(), open.getUTCMonth());
  const newest = Math.floor(Date.now() / hour - 1) * hour;
  const newer = Array.from({ length: hoursEach }, (_, index) => newest - (hoursEach - 1 - index) * hour);
  return newer.filter((time) => time >= oldest).map((time) => new Date(time));
}

/** Ends back-offs and leases, as if time had passed; while every node is dead. */
async function letTimePass(): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  await sql`update usage_leases set leased_until = least(leased_until, ${past}::timestamptz)`.execute(
    shop.books.database,
  );
  await sql`update usage_reports set due_at = least(due_at, ${past}::timestamptz) where status = 'Pending'`.execute(
    shop.books.database,
  );
}

async function killAndStart(): Promise<void> {
  await nodes.killAll();
  await letTimePass();
  await nodes.startAll();
}

async function backlog(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from usage_reports where status = 'Pending'`.execute(
    shop.books.database,
  );
  return rows[0]?.count ?? 0;
}

const wholeUnits = (quantities: readonly number[]) => {
  const exact = quantities.reduce((sum, quantity) => sum + BigInt(Math.round(quantity * 1_000_000)), 0n);
  return Number(exact / 1_000_000n);
};

const timeout = (seconds * 3 + 240) * 1_000;

describe(`usage in whole units while nodes and AWS fail (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('reaches AWS once, as the rounded-down sum of what was acknowledged', { timeout }, async () => {
    const random = createRandom(seed);
    for (const fault of faults) shop.aws.setFault(fault);
    const customers: UnitCustomer[] = [];
    const until = Date.now() + seconds * 1_000;
    do {
      const sold: UnitCustomer[] = [];
      for (let index = 0; index < customerCount; index += 1) sold.push(await shop.bought());
      customers.push(...sold);
      const records: ReportedUsage[] = sold.flatMap(({ tenantId, licence }) =>
        acceptedHours().map((start) => ({
          tenantId,
          product: 'planner',
          resourceId: licence,
          dimension: 'projects',
          hour: start,
          quantity: integerBetween(random, 1, 3_000_000) / 1_000_000,
        })),
      );
      const sending = (async () => {
        for (let start = 0; start < records.length; start += 7)
          await client.report(records.slice(start, start + 7));
      })();
      await killAndStart();
      await sending;
      await killAndStart();
    } while (Date.now() < until);
    shop.aws.clearFaults();
    await killAndStart();
    await expect.poll(backlog, { timeout: 90_000 + seconds * 1_000, interval: 100 }).toBe(0);

    expect(books.complaints()).toEqual([]);
    const told = [];
    for (const customer of customers) {
      const reports = await shop.reports(customer);
      expect(reports.map(([, , status]) => status)).toEqual(reports.map(() => 'Accepted'));
      const sent = reports.map(([, quantity]) => Number(quantity));
      // Each hour once, with the quantity of its report.
      expect([...shop.told(customer)].sort()).toEqual(sent.filter((quantity) => quantity > 0).sort());
      expect(sent.reduce((sum, quantity) => sum + quantity, 0)).toBe(
        wholeUnits(reports.map(([quantity]) => Number(quantity))),
      );
      told.push(...shop.told(customer));
    }
    expect(shop.aws.usageRecords()).toHaveLength(told.length);
    expect(nodes.kills).toBeGreaterThan(nodes.count);
  });
});
