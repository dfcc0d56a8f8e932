import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../../emulators/shell/random.ts';
import { Balancer } from '../../../tests/support/nodes/balancer.ts';
import { ServiceNodes } from '../../../tests/support/nodes/service-nodes.ts';
import { faultSeconds, faultSeed as seed } from '../../../tests/support/run/fault-settings.ts';
import type {} from '../../../tests/support/run/rsa-keys.ts';
import { type Customer, MeteredShop, shopEncryptionKey } from '../../../tests/support/worlds/metered-shop.ts';
import { usageOf } from '../support/tracked-events.ts';
import { buildTrackingApplication, TrackingProcess } from '../support/tracking-process.ts';

/** By default each disturbance comes once. */
const seconds = faultSeconds(0);
/** As long as `expect.poll` waits. */
const patience = { timeout: 60_000, interval: 5 };
const eventsPerSecond = 500;

let folder: string;
let shop: MeteredShop;
let customers: readonly Customer[];
let nodes: ServiceNodes;
let balancer: Balancer;
let start: (first: number) => TrackingProcess;
let application: TrackingProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-kill-'));
  shop = await MeteredShop.open(seed);
  customers = await shop.sell(6);
  nodes = new ServiceNodes(2, {
    databaseUrl: shop.databaseUrl,
    encryptionKey: shopEncryptionKey,
    role: '--api',
  });
  balancer = await Balancer.start(() => nodes.urls);
  const [program, apiKey] = await Promise.all([
    buildTrackingApplication(folder),
    shop.client('application'),
    nodes.startAll(),
  ]);
  const settings = { url: balancer.url, apiKey, folder: join(folder, 'journal'), customers, eventsPerSecond };
  start = (first) => new TrackingProcess(program, { ...settings, first });
});
afterAll(async () => {
  await application?.kill();
  await nodes?.end();
  await balancer?.stop();
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

describe(`usage while the application and both nodes are killed (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('is reported exactly as it was acknowledged', { timeout: (seconds * 3 + 240) * 1_000 }, async () => {
    const random = createRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const until = Date.now() + seconds * 1_000;
    const lines: string[] = [];
    let kills = 0;

    /** The next process repeats what was not acknowledged, as jobs are repeated. */
    const restart = async () => {
      await application.kill();
      lines.push(...application.lines);
      kills += 1;
      application = start(application.acknowledged + 1);
    };
    const disturbances: readonly (() => Promise<unknown>)[] = [
      restart,
      async () => {
        const index = below(nodes.count);
        await nodes.kill(index);
        if (random() < 0.5) await restart();
        await nodes.start(index);
      },
      async () => {
        await Promise.all([nodes.killAll(), random() < 0.5 && restart()]);
        await nodes.startAll();
      },
    ];
    application = start(1);
    for (let turn = 0; Date.now() < until || turn < disturbances.length; turn++) {
      const goal = application.acknowledged + 1 + below(eventsPerSecond);
      await vi.waitUntil(() => application.acknowledged >= goal, patience);
      await disturbances[turn % disturbances.length]?.();
    }
    const last = application.acknowledged + eventsPerSecond;
    await vi.waitUntil(() => application.acknowledged >= last, patience);
    expect(await application.finish()).toBe(0);
    lines.push(...application.lines);

    // Nothing is lost, nothing counts twice, nothing has another quantity.
    const count = application.acknowledged;
    const ids = Array.from({ length: count }, (_, index) => usageOf(index + 1, customers).id);
    const stored = await sql<{ id: string }>`select event_id as id from usage_events`.execute(shop.database);
    expect(stored.rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    const expected = new Map<string, bigint>();
    for (let number = 1; number <= count; number++) {
      const { tenantId, dimension, counted } = usageOf(number, customers);
      const key = `${tenantId} ${dimension}`;
      expected.set(key, (expected.get(key) ?? 0n) + counted);
    }
    const { rows } = await sql<{ resourceId: string; dimension: string; total: string }>`
      select marketplace_subscription_id as "resourceId", dimension, (sum(total) * 1000000)::bigint::text as total
      from usage_hours group by 1, 2`.execute(shop.database);
    const tenants = new Map(customers.map(({ resourceId, tenantId }) => [resourceId, tenantId]));
    const totals = rows.map(
      ({ resourceId, dimension, total }) =>
        [`${tenants.get(resourceId)} ${dimension}`, BigInt(total)] as const,
    );
    expect(new Map(totals)).toEqual(expected);

    // The journal is empty, and only unavailable nodes were an error.
    expect(await readdir(join(folder, 'journal'))).toEqual([]);
    expect(lines.filter((line) => !line.startsWith('error TesseraUnavailable'))).toEqual([]);
    // The run is meaningful.
    expect(kills).toBeGreaterThan(0);
    expect(nodes.kills).toBeGreaterThan(nodes.count);
  });
});
