import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { saveMember } from '../../../src/actions/subscriptions/customers.ts';
import { assignSeat } from '../../../src/actions/subscriptions/seats.ts';
import { createLogger, type Service, startService } from '../../../src/service/start-service.ts';
import { done } from '../../../tests/support/done.ts';
import { Balancer } from '../../../tests/support/nodes/balancer.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { createTessera } from '../../src/client.ts';
import type { Tessera } from '../../src/types.ts';

let world: World;
let workspaceId: string;
let second: Service;
let isSecondUp = true;
let balancer: Balancer;
let client: Tessera;
let changed: string[] = [];

beforeAll(async () => {
  world = await World.create();
  second = await startService(world.settings, { clock: world.clock, logger: createLogger('silent') });
  balancer = await Balancer.start(() => [world.service.url, ...(isSecondUp ? [second.url] : [])]);
  workspaceId = await world.workspace();
  const plans = [
    plan('basic', { capabilities: { search: false }, limits: { boards: 5 } }),
    plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' }),
  ];
  done(await addProduct(world.context, workspaceId, product('forum', { plans })));
  const credential = await world.client(workspaceId);
  client = createTessera({ url: balancer.url, product: 'forum', credential });
  client.on('changed', ({ tenantId }) => changed.push(tenantId));
  const connected = new Promise((resolve) => client.on('connected', resolve));
  await client.entitlement(newTenant());
  expect(await connected).toEqual({ via: 'stream' });
});
afterAll(async () => {
  await client.close();
  if (isSecondUp) await second.stop();
  await world.close();
  await balancer.stop();
});
beforeEach(() => {
  changed = [];
});

const statusOf = async (tenantId: string) => (await client.entitlement(tenantId)).raw?.status;

async function suspendAndSee(): Promise<void> {
  const tenantId = newTenant();
  const subscriptionId = await subscribe(world, workspaceId, { tenantId });
  await expect.poll(() => statusOf(tenantId)).toBe('Active');
  await move(world, workspaceId, subscriptionId, { type: 'suspend' });
  await expect.poll(() => statusOf(tenantId)).toBe('Suspended');
  expect(changed).toContain(tenantId);
}

it('a change of an entitlement is seen, whichever node answers', async () => {
  for (const _ of [1, 2, 3]) await suspendAndSee();
});

it('a change of the catalogue is seen', async () => {
  const tenantId = newTenant();
  await subscribe(world, workspaceId, { tenantId });
  const seen = async () => {
    const held = await client.entitlement(tenantId);
    return [held.can('search'), held.limit('boards')];
  };
  await expect.poll(seen).toEqual([false, 5]);
  await world.revise(workspaceId, 'basic', { capabilities: { search: true }, limits: { boards: 9 } });
  await expect.poll(seen).toEqual([true, 9]);
});

it('an assigned seat is seen', async () => {
  const tenantId = newTenant();
  const subscriptionId = await subscribe(world, workspaceId, { tenantId, plan: 'seats', quantity: 2 });
  const userObjectId = crypto.randomUUID();
  const member = { tenantId, objectId: userObjectId, email: null, isActive: true };
  const { memberId } = await saveMember(world.context, workspaceId, member);
  const reason = async () => (await client.eligible(tenantId, { userObjectId })).reason;
  await expect.poll(reason).toBe('NoSeatAssigned');
  done(await assignSeat(world.context, workspaceId, subscriptionId, memberId));
  await expect.poll(reason).toBe('SeatAssigned');
});

it('changes are seen after a node has stopped', async () => {
  isSecondUp = false;
  await second.stop();
  await suspendAndSee();
});
