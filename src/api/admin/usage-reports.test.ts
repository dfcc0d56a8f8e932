import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { PortalUser } from '../../../tests/support/portal-user.ts';
import { plan, product } from '../../../tests/support/products.ts';
import { newTenant, subscribe } from '../../../tests/support/subscribing.ts';
import { World } from '../../../tests/support/world.ts';
import { addProduct } from '../../actions/add-product.ts';
import { readQuantity } from '../../core/quantity.ts';
import { submit } from '../../core/usage-report.ts';
import { insertReports } from '../../storage/usage-reports.ts';

let world: World;
let user: PortalUser;
let subscriptionId: string;
const tenantId = newTenant();

beforeAll(async () => {
  world = await World.create({ halves: { api: true, workers: false } });
  const workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  subscriptionId = await subscribe(world, workspaceId, { tenantId });
  await report(workspaceId, '2026-11-15T06:00:00.000Z', 'messages', 1.5);
  await report(workspaceId, '2026-11-15T07:00:00.000Z', 'messages', 0);
  await report(workspaceId, '2026-11-15T07:00:00.000Z', 'storage', 2);
  await report(await world.workspace(), '2026-11-15T07:00:00.000Z', 'messages', 3);
});
afterAll(() => world.close());

async function report(workspaceId: string, hour: string, dimension: string, amount: number): Promise<void> {
  const quantity = readQuantity(amount);
  if (typeof quantity !== 'number') throw new Error('no quantity');
  const key = { subscriptionId, dimension, hour: new Date(hour) };
  const submission = { ...key, reportId: randomUUID(), quantity, holdMinutes: 15 };
  const submitted = done(submit(null, submission, world.clock.now()));
  const address = { sourceName: 'Marketplace', marketplaceSubscriptionId: 'M1', marketplacePlanId: 'P1' };
  await insertReports(world.database, workspaceId, [{ ...address, report: submitted.report }]);
}

const list = async (query = '') => (await user.call('GET', `/usage-reports?${query}`)).body.items;
const keys = (items: { hour: string; dimension: string }[]) =>
  items.map(({ hour, dimension }) => `${hour.slice(11, 13)} ${dimension}`);

it('200: reports with whose they are, and until when they can be sent', async () => {
  const items = await list();
  expect(keys(items)).toEqual(['07 storage', '07 messages', '06 messages']);
  expect(items[2]).toEqual({
    reportId: expect.any(String),
    subscriptionId,
    customer: tenantId,
    product: 'forum',
    dimension: 'messages',
    hour: '2026-11-15T06:00:00.000Z',
    quantity: 1.5,
    status: 'Pending',
    isReplaceable: true,
    firstRecordedAt: '2026-11-15T09:00:00.000Z',
    dueAt: '2026-11-15T09:15:00.000Z',
    expiresAt: '2026-11-16T06:00:00.000Z',
    tries: 0,
    reason: null,
    decidedAt: null,
    marketplaceSubscriptionId: 'M1',
  });
});

it('are filtered, and come in pages', async () => {
  expect(keys(await list('status=Skipped'))).toEqual(['07 messages']);
  expect(keys(await list('until=2026-11-15T07:00:00Z'))).toEqual(['06 messages']);
  expect(keys(await list('from=2026-11-15T07:00:00Z'))).toEqual(['07 storage', '07 messages']);
  expect(await list(`subscriptionId=${randomUUID()}`)).toEqual([]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '1', ...(after !== null && { after }) });
    const { body } = await user.call('GET', `/usage-reports?${query}`);
    seen.push(...keys(body.items));
    after = body.next;
  } while (after !== null);
  expect(seen).toEqual(['07 storage', '07 messages', '06 messages']);
});

it.each(['after=nonsense', 'after=W10', 'status=Lost'])('400: %s', async (query) => {
  expect((await user.call('GET', `/usage-reports?${query}`)).status).toBe(400);
});
