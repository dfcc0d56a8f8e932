import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { World, withKey } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { refuse } from '../../core/refusal.ts';
import { CustomerCalls, customerKey } from './client-activity.ts';

const [one, other] = [newTenant(), newTenant()];

describe('the buffer', () => {
  it('has each tenant and product of a workspace once, and is empty afterwards', () => {
    const calls = new CustomerCalls();
    for (const tenantId of [one, other, one]) calls.record('a', customerKey('forum', tenantId));
    const record = { tenantId: one, product: 'forum' };
    calls.recordAll('b', [record, record, refuse('product.not_found', {}), { ...record, tenantId: other }]);
    const ofForum = [
      { tenantId: one, product: 'forum' },
      { tenantId: other, product: 'forum' },
    ];
    expect([...calls.drain()]).toEqual([
      ['a', ofForum],
      ['b', ofForum],
    ]);
    expect(calls.drain().size).toBe(0);
  });

  it('is bounded, and leaves out what is no tenant', () => {
    const calls = new CustomerCalls();
    calls.record('a', customerKey('forum', 'nobody'));
    for (let count = 1; count < 50_010; count++) calls.record('a', customerKey(`p-${count}`, one));
    expect(calls.drain().get('a')).toHaveLength(49_999);
    calls.record('a', customerKey('forum', one));
    expect(calls.drain().get('a')).toHaveLength(1);
  });
});

it('every way to ask about a customer is stored, refused requests are not', async () => {
  const world = await World.create();
  const client = await world.client(await world.workspace());
  const { workspaceId } = client;
  const ask = (path: string, body?: object) =>
    world.call(`/api/v1/${path}`, {
      headers: { ...withKey(client), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const user = { userObjectId: randomUUID() };
  const ways: Record<string, (tenantId: string, slug: string) => Promise<unknown>> = {
    entitlement: (tenantId, slug) => ask(`entitlements/${tenantId}?product=${slug}`),
    explained: (tenantId, slug) => ask(`entitlements/${tenantId}?product=${slug}&explain=true`),
    batch: (tenantId, slug) => ask('entitlements/batch', { items: [{ tenantId, product: slug }] }),
    eligibility: (tenantId, slug) => ask(`entitlements/${tenantId}/eligibility`, { product: slug, ...user }),
    usage: (tenantId, slug) => ask(`entitlements/${tenantId}/usage?product=${slug}`),
    events: (tenantId, slug) =>
      ask('usage-events', {
        events: [
          {
            id: randomUUID(),
            tenantId,
            product: slug,
            dimension: 'rows',
            occurredAt: world.clock.now().toISOString(),
          },
        ],
      }),
  };
  const expected: string[] = [];
  for (const [slug, way] of Object.entries(ways)) {
    const tenantId = newTenant();
    done(await addProduct(world.context, workspaceId, product(slug, { plans: [plan('basic')] })));
    await subscribe(world, workspaceId, { tenantId, product: slug });
    await way(tenantId, slug);
    await way(newTenant(), slug);
    await way(tenantId, 'unknown');
    expected.push(`${slug} ${tenantId}`);
  }
  await world.service.stop();
  const rows = await world.database
    .selectFrom('customer_calls as call')
    .innerJoin('products as product', 'product.product_id', 'call.product_id')
    .select(['product.slug', 'call.tenant_id'])
    .execute();
  expect(rows.map(({ slug, tenant_id }) => `${slug} ${tenant_id}`).sort()).toEqual(expected.sort());
  await world.close();
});
