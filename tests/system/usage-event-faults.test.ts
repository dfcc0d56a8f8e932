import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../emulators/shell/random.ts';
import type { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { EventPoster, type PostedEvent } from '../support/requests/event-poster.ts';
import { faultEvents, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import { CrashingShop } from '../support/worlds/crashing-shop.ts';
import { type Customer, eventMeters, type MeteredShop } from '../support/worlds/metered-shop.ts';

const eventCount = faultEvents(8_000);

const hour = 3_600_000;
const posterCount = 4;
const customerCount = 12;
const largestRequest = 500;

let world: CrashingShop;
let shop: MeteredShop;
let nodes: ServiceNodes;
let posters: EventPoster[];
let customers: readonly Customer[];

beforeAll(async () => {
  world = await CrashingShop.open(seed);
  ({ shop, nodes } = world);
  customers = await shop.sell(customerCount);
  posters = [];
  for (let index = 0; index < posterCount; index++) {
    posters.push(
      new EventPoster(await shop.client(`poster-${index}`), nodes, createRandom(seed + 1_000 + index)),
    );
  }
  await nodes.startAll();
});
afterAll(() => world?.close());

/** In millionths, by `resource dimension`: the arithmetic of what was answered. */
const expected = new Map<string, bigint>();
let answered = 0;

function note({ dimension, quantity }: PostedEvent, { resourceId }: Customer): void {
  const key = `${resourceId} ${dimension}`;
  const added = dimension === 'hits' ? 1_000_000n : BigInt(Math.round(quantity * 1_000_000));
  expected.set(key, (expected.get(key) ?? 0n) + added);
  answered += 1;
}

/** Posts its part of the events, some of them again later. */
async function work(poster: EventPoster, name: number, count: number): Promise<void> {
  const random = createRandom(seed + name);
  let made = 0;
  while (made < count) {
    const size = Math.min(count - made, integerBetween(random, 1, largestRequest));
    const events = Array.from({ length: size }, () => {
      const customer = customers[integerBetween(random, 0, customers.length - 1)] as Customer;
      const meter = eventMeters[integerBetween(random, 0, 1)] ?? eventMeters[0];
      const decimals = 10 ** integerBetween(random, 0, 6);
      const event: PostedEvent = {
        id: `${name}/${++made}`,
        tenantId: customer.tenantId,
        product: customer.product,
        dimension: meter.id,
        quantity: integerBetween(random, 1, 1_000_000) / decimals,
        occurredAt: new Date(Date.now() - integerBetween(random, 0, 20) * hour).toISOString(),
      };
      return { event, customer };
    });
    const sent = events.map(({ event }) => event);
    await poster.post(sent);
    for (const { event, customer } of events) note(event, customer);
    if (random() < 0.1) await poster.post(sent, true);
  }
}

async function someProgress(random: Random): Promise<void> {
  const goal = answered + integerBetween(random, 1, eventCount / 8);
  await vi.waitUntil(() => answered >= goal, { timeout: 3_000, interval: 10 }).catch(() => {});
}

/** The hours that are over and still open, and the reports that are not decided. */
async function countUnfinished(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from usage_hours
    where closed_at is null and hour < date_trunc('hour', now(), 'UTC')`.execute(shop.database);
  return (rows[0]?.count ?? 0) + (await shop.backlog());
}

/** Afterwards no node lives: an hour that ends while the totals are compared stays open. */
async function drain(): Promise<void> {
  do {
    await nodes.killAll();
    await shop.letTimePass();
    await nodes.startAll();
    await expect.poll(countUnfinished, { timeout: 60_000 + eventCount / 10, interval: 200 }).toBe(0);
    await nodes.killAll();
  } while ((await shop.backlog()) > 0);
}

interface MeterRow {
  readonly resourceId: string;
  readonly dimension: string;
  readonly total: bigint;
  readonly closed: bigint;
}

async function storedMeters(): Promise<readonly MeterRow[]> {
  const { rows } = await sql<{ resourceId: string; dimension: string; total: string; closed: string }>`
    select marketplace_subscription_id as "resourceId", dimension, (sum(total) * 1000000)::bigint::text as total,
      coalesce(sum(total * 1000000) filter (where closed_at is not null), 0)::bigint::text as closed
    from usage_hours group by 1, 2`.execute(shop.database);
  return rows.map((row) => ({ ...row, total: BigInt(row.total), closed: BigInt(row.closed) }));
}

const timeout = 240_000 + eventCount;

describe(`usage events while nodes and PostgreSQL fail (FAULT_SEED=${seed} FAULT_EVENTS=${eventCount})`, () => {
  it('count exactly once each, and the marketplace has their total', { timeout }, async () => {
    const random = createRandom(seed);
    let atWork = posters.length;
    const working = posters.map(async (poster, index) => {
      await work(poster, index, Math.ceil(eventCount / posterCount));
      atWork -= 1;
    });
    const disturb = async () => {
      while (atWork > 0 || !world.wasDisturbed) {
        await someProgress(random);
        await world.disturb(random);
      }
    };
    await Promise.all([...working, disturb()]);
    await drain();

    expect(posters.flatMap(({ complaints }) => complaints)).toEqual([]);
    // Nothing is lost, nothing counts twice.
    const stored = await storedMeters();
    const totals = new Map(stored.map((row) => [`${row.resourceId} ${row.dimension}`, row.total]));
    expect(totals).toEqual(expected);
    const { rows } = await sql<{ counted: number; kept: number }>`
      select (select sum(events)::integer from usage_hours) as counted,
        (select count(*)::integer from usage_events) as kept`.execute(shop.database);
    expect(rows).toEqual([{ counted: answered, kept: answered }]);

    // The marketplace has what exceeds the included quantity of all hours that are over.
    const held = new Map<string, bigint>();
    for (const { resourceId, dimension, quantity } of shop.marketplace.usageEvents()) {
      const key = `${resourceId} ${dimension}`;
      held.set(key, (held.get(key) ?? 0n) + BigInt(Math.round(quantity * 1_000_000)));
    }
    for (const { resourceId, dimension, closed } of stored) {
      const included = BigInt(
        (eventMeters.find(({ id }) => id === dimension)?.included?.quantity ?? 0) * 1_000_000,
      );
      const overage = closed > included ? closed - included : 0n;
      expect([resourceId, dimension, held.get(`${resourceId} ${dimension}`) ?? 0n]).toEqual([
        resourceId,
        dimension,
        overage,
      ]);
    }

    // Each threshold was announced once to each subscription that has reached it.
    const announced = await sql<{ name: string }>`
      select (data ->> 'subscriptionId') || ' ' || (data -> 'usage' ->> 'threshold') as name
      from events where type = 'usage.threshold_reached'`.execute(shop.database);
    const names = announced.rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const reached = (percent: bigint) =>
      stored.filter(
        ({ dimension, total }) => dimension === 'rows' && total * 100n >= 1_000_000_000n * percent,
      ).length;
    expect(names).toHaveLength(reached(50n) + reached(80n) + reached(100n));

    // The run is meaningful: requests were sent again, and late events were carried.
    expect(nodes.kills).toBeGreaterThan(2 * nodes.count);
    expect(posters.reduce((sum, { retries }) => sum + retries, 0)).toBeGreaterThan(0);
    expect(answered).toBeGreaterThanOrEqual(eventCount);
  });
});
