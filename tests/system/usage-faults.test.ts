import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MarketplaceFault } from '../../emulators/microsoft-marketplace/faults.ts';
import { createRandom, type Random, shuffled } from '../../emulators/shell/random.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { type ReportedUsage, UsageClient } from '../support/requests/usage-client.ts';
import { faultSeconds, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import {
  type AcceptedReport,
  type Customer,
  MeteredShop,
  meters,
  shopEncryptionKey,
} from '../support/worlds/metered-shop.ts';
import { hourText, UsageBooks } from '../support/worlds/usage-books.ts';

const seconds = faultSeconds(4);

const hourLong = 3_600_000;
const clientCount = 4;
const customersEachRound = 4;
/** The maximum backlog of undecided reports; clients pause above it. */
const enoughBacklog = 300;

const faults: readonly MarketplaceFault[] = [
  { kind: 'delay', share: 0.25, delayMilliseconds: 300 },
  { kind: 'reset-after', share: 0.06 },
  { kind: 'reset-before', share: 0.03 },
  { kind: 'throttled', share: 0.03, retryAfterSeconds: 1 },
  { kind: 'failing', share: 0.03 },
  { kind: 'unauthenticated', share: 0.03 },
  { kind: 'forbidden', share: 0.02 },
  { kind: 'proxy-page', share: 0.03 },
  { kind: 'cut', share: 0.04 },
  { kind: 'shuffled', share: 0.15 },
  { kind: 'missing-items', share: 0.15 },
  { kind: 'error-items', share: 0.03 },
  { kind: 'hanging', share: 0.01 },
];

let shop: MeteredShop;
let nodes: ServiceNodes;
let books: UsageBooks;
let clients: UsageClient[];

beforeAll(async () => {
  shop = await MeteredShop.open(seed);
  nodes = new ServiceNodes(2, { databaseUrl: shop.databaseUrl, encryptionKey: shopEncryptionKey });
  books = new UsageBooks();
  clients = [];
  for (let index = 0; index < clientCount; index++) {
    const name = `client-${index + 1}`;
    const random = createRandom(seed + 1_000 + index);
    clients.push(new UsageClient(name, await shop.client(name), { nodes, books, random }));
  }
  await nodes.startAll();
});
afterAll(async () => {
  await nodes?.end();
  await shop?.close();
});

function someQuantity(random: Random): number {
  if (random() < 0.05) return 0;
  const decimals = 10 ** integerBetween(random, 0, 6);
  return integerBetween(random, 1, 1_000_000) / decimals;
}

/** The requests of one client in one round, in order. */
function planRound(customers: readonly Customer[], random: Random): ReportedUsage[][][] {
  const now = Date.now();
  const plans = clients.map((): ReportedUsage[] => []);
  const hours = customers.flatMap((customer) =>
    meters.flatMap((dimension) =>
      Array.from({ length: 19 }, (_, index) => {
        const hour = new Date(Math.floor(now / hourLong - index - 2) * hourLong);
        return { ...customer, dimension, hour };
      }),
    ),
  );
  for (const hour of shuffled(hours, random)) {
    const owner = integerBetween(random, 0, clients.length - 1);
    const rival = random() < 0.2 ? integerBetween(random, 0, clients.length - 1) : owner;
    for (const index of new Set([owner, rival])) {
      const quantity = someQuantity(random);
      plans[index]?.push({ ...hour, quantity });
      if (random() < 0.2) plans[index]?.push({ ...hour, quantity });
      for (let times = integerBetween(random, -1, 2); times > 0; times--) {
        const place = integerBetween(random, 0, 30);
        const { length } = plans[index] ?? [];
        plans[index]?.splice(Math.max(0, length - place), 0, { ...hour, quantity: someQuantity(random) });
      }
    }
  }
  return plans.map((plan) => inRequests(plan, random));
}

function inRequests(records: readonly ReportedUsage[], random: Random): ReportedUsage[][] {
  const requests: ReportedUsage[][] = [];
  let start = 0;
  while (start < records.length) {
    const end = start + integerBetween(random, 1, 12);
    requests.push(records.slice(start, end));
    start = end;
  }
  return requests;
}

/** Waits for some progress of the clients or the senders. */
async function someProgress(random: Random): Promise<void> {
  const progress = () => books.requests + shop.marketplace.usageEvents().length;
  const goal = progress() + integerBetween(random, 1, 80);
  await vi.waitUntil(() => progress() >= goal, { timeout: 1_500, interval: 10 }).catch(() => {});
}

/** Faults of the nodes; in turn, so that each comes in a short run. */
const disturbances: readonly ((random: Random) => Promise<void>)[] = [
  async (random) => {
    // A sender is frozen for longer than its leases, another takes them over, then the first continues.
    const index = integerBetween(random, 0, nodes.count - 1);
    const other = nodes.count - 1 - index;
    nodes.freeze(index);
    await nodes.kill(other);
    await shop.letTimePass();
    await nodes.start(other);
    await someProgress(random);
    nodes.thaw(index);
  },
  async () => {
    await nodes.killAll();
    await shop.letTimePass();
    await nodes.startAll();
  },
  async (random) => {
    const index = integerBetween(random, 0, nodes.count - 1);
    await nodes.kill(index);
    await nodes.start(index);
  },
];

/** The identity provider fails now and then. */
function disturbIdp(random: Random): void {
  const kinds = [undefined, undefined, undefined, 'unavailable', 'throttled', 'reset'] as const;
  const kind = kinds[integerBetween(random, 0, kinds.length - 1)];
  if (kind) shop.idp.setFault({ kind });
  else shop.idp.clearFaults();
}

async function drain(): Promise<void> {
  shop.marketplace.clearFaults();
  shop.idp.clearFaults();
  await nodes.killAll();
  await shop.letTimePass();
  await nodes.startAll();
  await expect.poll(() => shop.backlog(), { timeout: 60_000 + seconds * 1_000, interval: 100 }).toBe(0);
}

/** When all reports are decided, the clients repeat their requests, and send different ones. */
async function reportLate(records: readonly ReportedUsage[]): Promise<void> {
  const held = acceptedQuantities();
  const late = records.flatMap((record) => {
    const quantity = held.get(hourText(record));
    if (quantity === undefined) return [];
    return [
      { ...record, quantity },
      { ...record, quantity: quantity === 1 ? 2 : 1 },
    ];
  });
  await Promise.all(clients.map((client) => client.report(late.slice(0, 100))));
}

/** The accepted quantity of each hour. */
function acceptedQuantities(): ReadonlyMap<string, number> {
  const events = shop.marketplace.usageEvents();
  return new Map(events.map((event) => [hourText({ ...event, hour: new Date(event.hour) }), event.quantity]));
}

/** In millionths, so that nothing is rounded. */
const total = (quantities: Iterable<number>) =>
  [...quantities].reduce((sum, quantity) => sum + BigInt(Math.round(quantity * 1_000_000)), 0n);

const timeout = (seconds * 3 + 240) * 1_000;

describe(`usage while nodes and the marketplace fail (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('reaches the marketplace exactly once, with its reported quantity', { timeout }, async () => {
    const random = createRandom(seed);
    for (const fault of faults) shop.marketplace.setFault(fault);

    const until = Date.now() + seconds * 1_000;
    const isOver = () => Date.now() >= until;
    let plans: ReportedUsage[][][] = [];
    let turn = 0;
    while (turn === 0 || !isOver()) {
      plans = planRound(await shop.sell(customersEachRound), random);
      let atWork = clients.length;
      const work = clients.map(async (client, index) => {
        for (const records of plans[index] ?? []) await client.report(records);
        atWork--;
      });
      const disturb = async () => {
        do {
          await someProgress(random);
          disturbIdp(random);
          await disturbances[turn % disturbances.length]?.(random);
          turn++;
        } while (
          turn < disturbances.length ||
          (!isOver() && (atWork > 0 || (await shop.backlog()) > enoughBacklog))
        );
      };
      await Promise.all([...work, disturb()]);
    }
    await drain();
    await reportLate(plans.flat(2));

    const expected = books.expected();
    const held = acceptedQuantities();
    const reports = await shop.reports();
    // The outcomes are consistent, and nothing else happened.
    expect(books.complaints()).toEqual([]);
    const wrong = [...expected].filter(([hour, quantities]) => !quantities.includes(held.get(hour) ?? 0));
    expect(wrong).toEqual([]);
    expect([...held.keys()].filter((hour) => !expected.has(hour))).toEqual([]);
    expect(shop.marketplace.usageEvents()).toHaveLength(held.size);
    // Our own reports agree, and none is pending.
    expect(reports).toHaveLength(expected.size);
    const isSettled = ({ quantity, status, ...hour }: AcceptedReport) =>
      Number(quantity) === (held.get(hourText(hour)) ?? 0) &&
      status === (Number(quantity) === 0 ? 'Skipped' : 'Accepted');
    expect(reports.filter((report) => !isSettled(report))).toEqual([]);
    expect(total(reports.map(({ quantity }) => Number(quantity)))).toBe(total(held.values()));

    // Each key has one final response, and repeating the request changes nothing.
    expect(await shop.countStoredAnswers()).toBe(books.requests);
    const replays = await Promise.all(clients.map((client) => client.replay()));
    expect(replays.flat()).toEqual([]);
    expect(await shop.reports()).toHaveLength(expected.size);
    expect(await shop.backlog()).toBe(0);
    expect(acceptedQuantities()).toEqual(held);

    // The run is meaningful: nodes died, reports were sent again, all outcomes occurred, and there was no internal
    // error.
    expect(nodes.kills).toBeGreaterThan(nodes.count);
    expect(reports.filter(({ attempts }) => attempts > 1)).not.toEqual([]);
    expect([...books.outcomes.keys()].sort()).toEqual(['Recorded', 'Refused', 'Replaced', 'Unchanged']);
    const failures = new Set(clients.flatMap((client) => [...client.failures.keys()]));
    expect([...failures].filter((failure) => failure.startsWith('5'))).toEqual([]);
  });
});
