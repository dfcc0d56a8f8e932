import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DialectName, dialectChoices } from '../../../emulators/microsoft-marketplace/dialect.ts';
import {
  type FulfilmentUnderTest,
  startFulfilmentUnderTest,
} from '../../../emulators/microsoft-marketplace/fulfilment/fulfilment-under-test.fixture.ts';
import { contosoClient, contosoTenant } from '../../../emulators/microsoft-marketplace/sample-directory.ts';
import { publisherSecret } from '../../../emulators/microsoft-marketplace/start-alone.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../emulators/microsoft-marketplace/webhooks/webhook-receiver.fixture.ts';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import type { FulfilmentResponse } from '../../core/marketplace/fulfilment-service.ts';
import { createNotificationVerifier } from '../entra/notification-verifier.ts';
import { createFulfilmentService } from './fulfilment-service.ts';

const nobody = '99999999-9999-4999-8999-999999999999';

let world: FulfilmentUnderTest;
let receiver: WebhookReceiver;
let connection: ApplicationAccount;
let service: ReturnType<typeof createFulfilmentService>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  world = await startFulfilmentUnderTest({ settings: { autoAcceptMilliseconds: 600_000, pageSize: 2 } });
  await world.act(`offers/contoso/planner?webhookUrl=${receiver.url}`);
  connection = {
    authUrl: world.idpUrl,
    marketplaceUrl: world.marketplace.url,
    tenantId: contosoTenant,
    clientId: contosoClient,
    credential: { kind: 'secret', clientSecret: publisherSecret },
  };
  service = createFulfilmentService({
    clock: { now: world.now },
    randomBytes,
    exchange: localExchange,
    budgetMilliseconds: 25_000,
  });
});
beforeEach(() => world.act('dialect?reset=true'));
afterAll(async () => {
  service.stop();
  await world.stop();
  await receiver.stop();
});

function value<Value>(answer: FulfilmentResponse<Value>): Value {
  if (answer.outcome !== 'answered') throw new Error(answer.reason);
  return answer.value;
}

const dialects = Object.entries(dialectChoices).flatMap(([name, choices]) =>
  choices.map((choice) => [name as DialectName, choice] as const),
);

describe('the life of a subscription is the same', () => {
  it.each(dialects)('where %s is %s', async (name, choice) => {
    await world.act(`dialect?${name}=${choice}`);
    const { id, token } = await world.buy({ offerId: 'planner', planId: 'team' });

    // A `+` lost by form decoding is restored.
    const purchase = value(await service.resolve(connection, token.replaceAll('+', ' ')));
    expect(purchase).toMatchObject({ subscriptionId: id, planId: 'team', quantity: null });
    expect(purchase.subscription?.status).toBe('PendingFulfillmentStart');

    for (let times = 0; times < 2; times += 1) {
      value(await service.activate(connection, { subscriptionId: id, planId: 'team', quantity: null }));
    }
    const active = value(await service.getSubscription(connection, id));
    expect(active).toMatchObject({ id, status: 'Subscribed', quantity: null });
    expect(active.term.endsAt?.toISOString()).toBe(
      choice === 'start-equals-end' ? undefined : '2026-12-15T00:00:00.000Z',
    );

    const plans = value(await service.listAvailablePlans(connection, id)).map(({ planId }) => planId);
    expect(plans).toEqual(expect.arrayContaining(['team', 'solo']));
    expect(value(await service.listOperations(connection, id))).toEqual([]);

    await world.act(`subscriptions/${id}/change-plan?planId=solo`);
    const [waiting] = value(await service.listOperations(connection, id));
    expect(waiting).toMatchObject({ action: 'ChangePlan', planId: 'solo', status: 'InProgress' });
    for (let times = 0; times < 2; times += 1) {
      value(await service.acknowledgeOperation(connection, id, waiting?.id ?? '', 'success'));
    }
    expect(value(await service.getSubscription(connection, id)).planId).toBe('solo');

    const { operationId } = value(await service.changePlan(connection, id, 'team'));
    const begun = value(await service.getOperation(connection, id, operationId ?? ''));
    expect(begun).toMatchObject({ action: 'ChangePlan', planId: 'team' });
    expect(await service.getOperation(connection, id, nobody)).toMatchObject({
      outcome: 'refused',
      status: 404,
    });

    const found: string[] = [];
    for await (const page of service.listSubscriptions(connection)) {
      found.push(...value(page).subscriptions.map((subscription) => subscription.id));
    }
    expect(found).toContain(id);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(2);
  });
});

it('seats are counted, changed and ended', async () => {
  const id = await world.subscribe({ preset: 'per-seat', quantity: 4 });
  expect(value(await service.getSubscription(connection, id)).quantity).toBe(4);
  const [plan] = value(await service.listAvailablePlans(connection, id)).filter(
    ({ planId }) => planId === 'seats',
  );
  expect(plan?.isPricePerSeat).toBe(true);
  const { operationId } = value(await service.changeQuantity(connection, id, 7));
  expect(value(await service.getOperation(connection, id, operationId ?? ''))).toMatchObject({
    action: 'ChangeQuantity',
    quantity: 7,
  });
  const other = await world.subscribe({ planId: 'team' });
  expect(value(await service.cancel(connection, other)).operationId).toEqual(expect.any(String));
});

it('a notification of the marketplace is verified by its token', async () => {
  const id = await world.subscribe({ offerId: 'planner', planId: 'team' });
  await world.act(`subscriptions/${id}/suspend`);
  await expect
    .poll(() => receiver.received.filter(({ body }) => body.subscriptionId === id).length)
    .toBeGreaterThan(0);
  const { authorization = '' } = receiver.received.find(({ body }) => body.subscriptionId === id) ?? {};
  const measurements = { cacheRead() {}, rateLimitFallback() {} };
  const verifier = createNotificationVerifier({
    exchange: localExchange,
    clock: { now: world.now },
    measurements,
  });
  const token = authorization.replace('Bearer ', '');
  expect(await verifier.verify(token, connection)).toEqual({ outcome: 'verified' });
  expect(await verifier.verify(token, { ...connection, clientId: nobody })).toEqual({ outcome: 'invalid' });
  verifier.stop();
});
