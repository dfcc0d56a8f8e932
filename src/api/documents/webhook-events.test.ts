import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { meteredProduct } from '../../../tests/support/worlds/meter-books.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';
import { move, newTenant, note, order, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { testEncryptionKey, World, withKey } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { issueLicenceFile, revokeLicenceFile } from '../../actions/entitlements/signed/licence-files.ts';
import { createSubscription } from '../../actions/subscriptions/create-subscription.ts';
import { saveMember } from '../../actions/subscriptions/customers.ts';
import { announceTrialEndings, endDueSubscriptions } from '../../actions/subscriptions/due-subscriptions.ts';
import { assignSeat, releaseSeat } from '../../actions/subscriptions/seats.ts';
import { closeHours } from '../../actions/usage/close-hours.ts';
import { closePeriods } from '../../actions/usage/close-periods.ts';
import { addWebhookEndpoint, sendTestEvent } from '../../actions/webhooks/endpoints.ts';
import { eventTypes, webhookPayload } from '../../core/webhooks/event.ts';

const day = 24 * 3_600_000;
let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

/** Every event type, raised by the actions themselves. */
async function raiseAll(): Promise<string> {
  const workspaceId = await world.workspace();
  const mapping = { sourceName: 'Marketplace', offerId: 'offer', planId: 'plan-1', dimensions: [] };
  const plans = [
    plan('basic'),
    plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser', marketplace: [mapping] }),
  ];
  done(await addProduct(world.context, workspaceId, product('forum', { plans })));
  const inDays = (days: number) => new Date(world.clock.now().getTime() + days * day);

  const tenantId = newTenant();
  const seats = { tenantId, plan: 'seats', source: 'Marketplace', quantity: 3 } as const;
  const sold = await subscribe(world, workspaceId, { ...seats, marketplaceSubscriptionId: 'm1' });
  await move(world, workspaceId, sold, { type: 'changeQuantity', quantity: 5 });
  const member = { tenantId, objectId: newTenant(), email: null, isActive: true };
  const { memberId } = await saveMember(world.context, workspaceId, member);
  done(await assignSeat(world.context, workspaceId, sold, memberId));
  done(await releaseSeat(world.context, workspaceId, sold, memberId));
  await move(world, workspaceId, sold, { type: 'changePlan', plan: 'basic' });
  await move(world, workspaceId, sold, {
    type: 'renew',
    term: { validUntil: inDays(30), renewsItself: false },
  });
  await move(world, workspaceId, sold, { type: 'suspend' });
  await move(world, workspaceId, sold, { type: 'reinstate' });
  await move(world, workspaceId, sold, { type: 'cancelAtTermEnd' });
  done(await revisePlan(world.context, workspaceId, 'forum', 'basic', { name: 'Basic plus' }));
  const pending = order({ tenantId: newTenant() });
  done(await createSubscription(world.context, workspaceId, pending, note));
  await subscribe(world, workspaceId, { tenantId: newTenant(), isTrial: true, trialEndsAt: inDays(2) });
  await announceTrialEndings(world.context);
  const { endpointId } = done(
    await addWebhookEndpoint(
      world.context,
      workspaceId,
      {
        url: 'https://partner.example',
        description: '',
        eventTypes: 'all',
        products: 'all',
        headers: {},
        rateLimitPerMinute: null,
      },
      { encryptionKey: testEncryptionKey, allowsLocalWebhooks: false },
    ),
  );
  const licences = { encryptionKey: testEncryptionKey, publicUrl: 'https://tessera.example' };
  const actor = { kind: 'Command', id: 'test', name: 'Test', address: null } as const;
  const context = { ...world.context, actor };
  const wanted = { tenantId, product: 'forum', months: 1 };
  const { licenceFileId } = done(await issueLicenceFile(context, workspaceId, wanted, licences));
  done(await revokeLicenceFile(context, workspaceId, licenceFileId, 'Sold.'));
  done(await sendTestEvent(world.context, { workspaceId, endpointId }));
  await useMoreThanIncluded(workspaceId);
  world.clock.forward(31 * day);
  await endDueSubscriptions(world.context);
  await closeHours(world.context);
  world.clock.forward(31 * day);
  await closePeriods(world.context);
  return workspaceId;
}

/** Reaches every threshold of the included quantity. */
async function useMoreThanIncluded(workspaceId: string): Promise<void> {
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  const tenantId = newTenant();
  const bought = { tenantId, product: 'meters', source: 'Marketplace' } as const;
  await subscribe(world, workspaceId, { ...bought, marketplaceSubscriptionId: 'm2' });
  const occurredAt = world.clock.now().toISOString();
  const event = { tenantId, product: 'meters', dimension: 'calls', occurredAt };
  const { body } = await world.call('/api/v1/usage-events', {
    method: 'POST',
    headers: { ...withKey(await world.client(workspaceId)), 'content-type': 'application/json' },
    body: JSON.stringify({ events: Array.from({ length: 12 }, (_, id) => ({ ...event, id: `call-${id}` })) }),
  });
  expect(body).toMatchObject({ accepted: 12 });
}

it('the document describes every event exactly as it is sent', async () => {
  const workspaceId = await raiseAll();
  const { rows } = await sql<{ type: (typeof eventTypes)[number]; occurred_at: Date; data: string }>`
    select type, occurred_at, data::text as data from events where workspace_id = ${workspaceId}`.execute(
    world.database,
  );
  expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual([...eventTypes].sort());
  for (const { type, occurred_at: occurredAt, data } of rows) {
    const body = webhookPayload({ type, occurredAt, dataText: data });
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    world.contract.checkWebhook(type, JSON.parse(body));
  }
});

it('the document has a matching example of every event, and the check rejects others', () => {
  const { webhooks } = world.contract.document;
  expect(Object.keys(webhooks).sort()).toEqual([...eventTypes].sort());
  for (const [type, { post }] of Object.entries(webhooks)) {
    const { example } = post.requestBody.content['application/json'];
    world.contract.checkWebhook(type, example);
    for (const member of Object.keys(example.data)) {
      const { [member]: _, ...data } = example.data;
      expect(() => world.contract.checkWebhook(type, { ...example, data })).toThrow(member);
    }
    expect(() => world.contract.checkWebhook(type, { ...example, type: 'other' })).toThrow('type');
  }
});
