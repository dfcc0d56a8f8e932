import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, removeFolder, ServerPair } from '../support/database/server-pair.ts';
import {
  addFailoverCustomers,
  type FailoverCustomers,
  FailoverShop,
} from '../support/worlds/failover-shop.ts';

let original: string;
let customers: FailoverCustomers;
beforeAll(async () => {
  original = await createFolder(async (databaseUrl) => {
    customers = await addFailoverCustomers(databaseUrl);
  });
});
afterAll(() => removeFolder(original));

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('a node whose DATABASE_URL names a standby and a primary server', () => {
  it.each<[string, (pair: ServerPair) => Promise<void>]>([
    ['stops', (pair) => pair.stopPrimary()],
    ['turns read-only and keeps its connections', (pair) => pair.makePrimaryReadOnly()],
  ])(
    'loses no acknowledged report and continues on the promoted standby when the primary %s',
    async (_, fail) => {
      const pair = await ServerPair.start(original);
      cleanups.push(() => pair.stop());
      const shop = await FailoverShop.open(pair.url, customers);
      cleanups.push(() => shop.close());
      await expect.poll(() => shop.isReady()).toBe(true);
      expect(await shop.report()).toBe(200);

      let isOver = false;
      const reporting = (async () => {
        while (!isOver) {
          await shop.report();
          await delay(20);
        }
      })();
      await expect.poll(() => shop.acknowledged.length).toBeGreaterThan(5);
      await fail(pair);
      await expect.poll(() => shop.statuses.has(503)).toBe(true);
      await pair.promoteStandby();
      const before = shop.acknowledged.length;
      await expect.poll(() => shop.acknowledged.length).toBeGreaterThan(before + 5);
      await expect.poll(() => shop.isReady()).toBe(true);
      isOver = true;
      await reporting;

      expect(await shop.read()).toBe(200);
      expect([...shop.statuses].sort()).toEqual([200, 503]);
      const rows = await pair.onStandby(
        'select tenant_id, hour from usage_reports join subscriptions using (workspace_id, marketplace_subscription_id)',
      );
      const kept = rows.map(({ tenant_id, hour }) => `${tenant_id} ${(hour as Date).toISOString()}`);
      expect(kept).toEqual(expect.arrayContaining(shop.acknowledged));
      const listening = "select 1 from pg_stat_activity where application_name = 'tessera-changes'";
      expect(await pair.onStandby(listening)).toHaveLength(1);
      expect(shop.command.hasEnded).toBe(false);
    },
  );
});
