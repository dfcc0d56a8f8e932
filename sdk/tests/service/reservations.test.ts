import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { done } from '../../../tests/support/done.ts';
import { meteredProduct } from '../../../tests/support/worlds/meter-books.ts';
import { newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { createTessera } from '../../src/client.ts';
import type { Tessera } from '../../src/types.ts';

let world: World;
let workspaceId: string;
const clients: Tessera[] = [];
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => world.close());

async function createClient(): Promise<Tessera> {
  const client = createTessera({
    url: world.service.url,
    product: 'meters',
    credential: await world.client(workspaceId),
    now: () => world.clock.now().getTime(),
    timeout: '30s',
    failOpen: false,
  });
  clients.push(client);
  return client;
}

/** A tenant that may use so many rows in a month. */
async function tenantWithLimit(quantity: number): Promise<string> {
  const tenantId = newTenant();
  const marketplaceSubscriptionId = crypto.randomUUID();
  await subscribe(world, workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId,
  });
  await sql`
    insert into usage_limits (workspace_id, tenant_id, product_id, dimension, subject, set_by, quantity, per, action, set_at, actor)
    select workspace_id, tenant_id, product_id, 'rows', '', 'Customer', ${quantity}, 'Month', 'Deny', now(), 'test'
    from subscriptions where workspace_id = ${workspaceId} and tenant_id = ${tenantId}`.execute(
    world.database,
  );
  return tenantId;
}

it('60 reservations at once of 20 units: 20 are granted', async () => {
  const tenantId = await tenantWithLimit(20);
  const client = await createClient();
  const all = await Promise.all(Array.from({ length: 60 }, () => client.reserve(tenantId, 'rows')));
  const granted = all.filter((one) => one.isGranted);
  expect(granted.length).toBe(20);
  expect(all.find(({ isGranted }) => !isGranted)).toMatchObject({
    reason: 'LimitReached',
    limit: 20,
    remaining: 0,
    setBy: 'Customer',
  });
  await Promise.all(granted.map((one) => one.commit()));
  expect(await client.reserve(tenantId, 'rows')).toMatchObject({ isGranted: false, used: 20, reserved: 0 });
  expect((await client.usage(tenantId)).rows).toMatchObject({ used: 20, limit: 20, setBy: 'Customer' });
});

it('two clients with blocks use all of a limit, and never more', async () => {
  const limit = 200_000;
  const tenantId = await tenantWithLimit(limit);
  const both = [await createClient(), await createClient()];
  /** Until it is refused, or so often. */
  const use = async (client: Tessera, quantity: number, most = Number.POSITIVE_INFINITY) => {
    let used = 0;
    for (let count = 0; count < most; count++) {
      const reservation = await client.reserve(tenantId, 'rows', quantity);
      if (!reservation.isGranted) break;
      await reservation.commit();
      used += quantity;
    }
    return used;
  };
  const useAll = async (client: Tessera) =>
    (await use(client, 1, 3_000)) + (await use(client, 20_000)) + (await use(client, 1_000));
  const [one = 0, other = 0] = await Promise.all(both.map(useAll));
  await Promise.all(both.map((client) => client.flush()));
  expect(one + other).toBeLessThanOrEqual(limit);
  // A block that another client returns later can be what the last reservation lacked.
  expect(one + other).toBeGreaterThan(0.95 * limit);
  await Promise.all(clients.splice(0).map((client) => client.close()));
  const reader = await createClient();
  expect((await reader.usage(tenantId)).rows).toMatchObject({ used: one + other, reserved: 0 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from usage_reservations where tenant_id = ${tenantId}`.execute(
    world.database,
  );
  // Without blocks there would be more than 6,000.
  expect(rows[0]?.count).toBeLessThan(200);
});

it('a fraction is exact, and what is committed from a block is one usage event', async () => {
  const tenantId = await tenantWithLimit(1_000);
  const client = await createClient();
  for (let number = 0; number < 101; number++) {
    const reservation = await client.reserve(tenantId, 'rows', 0.2);
    if (reservation.isGranted) await reservation.commit(0.1);
  }
  await client.close();
  const reader = await createClient();
  expect((await reader.usage(tenantId)).rows).toMatchObject({ used: 10.1, reserved: 0 });
});
