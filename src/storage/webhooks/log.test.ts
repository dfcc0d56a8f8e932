import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { sendTestEvent } from '../../actions/webhooks/endpoints.ts';
import { leaseDeliveries } from '../../actions/webhooks/lease-deliveries.ts';
import { settleDeliveries } from '../../actions/webhooks/settle-deliveries.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import {
  type DeliveryLogFilter,
  deliveryOrder,
  type LoggedDelivery,
  listDeliveries,
  loadDeliveryTotal,
} from './log.ts';

let books: Books;
let workspaceId: string;
let customers: Subscription[];
let endpoints: Awaited<ReturnType<Books['endpoint']>>[];
beforeAll(async () => {
  books = await Books.open();
  workspaceId = await books.workspace();
  endpoints = [await books.endpoint(workspaceId), await books.endpoint(workspaceId)];
  customers = [];
  for (let index = 0; index < 8; index++) {
    customers.push(await books.createActive(workspaceId));
    books.clock.forward(1_000);
  }
  const [first] = endpoints;
  if (!first) throw new Error('There is none');
  done(await sendTestEvent(books.context, first));
  const { leased } = await leaseDeliveries(books.context, {
    workspaceId,
    holder: randomUUID(),
    wanted: [{ endpointId: first.endpointId, limit: 7, sending: [] }],
  });
  await settleDeliveries(books.context, {
    workspaceId,
    attempted: leased.map((one, index) => ({
      ...one,
      outcome:
        index < 5 ? { kind: 'answered', status: 200, retryAfterMilliseconds: null } : { kind: 'unanswered' },
      durationMilliseconds: 5,
      answer: index < 5 ? 'ok' : null,
      error: index < 5 ? null : 'reset',
    })),
    ended: [],
  });
  await sql`update webhook_deliveries set status = 'Failed', decided_at = now(), failed_attempts = 10
    where failed_attempts = 1`.execute(books.database);
  const elsewhere = await books.workspace();
  await books.endpoint(elsewhere);
  await books.createActive(elsewhere);
});
afterAll(() => books.close());

async function all(filter: DeliveryLogFilter, limit: number): Promise<LoggedDelivery[]> {
  const found: LoggedDelivery[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last && deliveryOrder.placeOf(deliveryOrder.standard, last);
    const page = await listDeliveries(books.database, workspaceId, filter, { limit, after });
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...page);
    if (page.length < limit) return found;
  }
}

it('lists every delivery of the workspace, newest first, in pages without a gap', async () => {
  const complete = await all({}, 1_000);
  expect(complete).toHaveLength(8 * 4 * 2 + 1);
  for (const limit of [1, 3, 7]) expect(await all({}, limit)).toEqual(complete);
  const order = complete.map(({ eventId, endpointId }) => `${eventId} ${endpointId}`);
  expect(order).toEqual([...order].sort().reverse());
  expect(complete.filter(({ last }) => last !== null)).toHaveLength(7);
  expect(complete.find(({ last }) => last?.status === 200)).toMatchObject({
    status: 'Delivered',
    dueAt: null,
    attempts: 1,
    last: { error: null },
  });
});

it('applies every filter, alone and combined', async () => {
  const complete = await all({}, 1_000);
  const tenantId = customers[2]?.tenantId ?? '';
  const endpointId = endpoints[1]?.endpointId ?? '';
  const from = lowestIdAt(books.in(-4_000));
  const to = lowestIdAt(books.in(-1_000));
  const cases: [DeliveryLogFilter, (one: LoggedDelivery) => boolean][] = [
    [{ endpointId }, (one) => one.endpointId === endpointId],
    [{ tenantId }, (one) => one.tenantId === tenantId],
    [{ type: 'webhook.test' }, (one) => one.type === 'webhook.test'],
    [{ type: 'entitlement.changed' }, (one) => one.type === 'entitlement.changed'],
    [{ status: 'Failed' }, (one) => one.status === 'Failed'],
    [{ status: 'Delivered' }, (one) => one.status === 'Delivered'],
    [{ status: 'Pending' }, (one) => one.status === 'Pending'],
    [{ fromEventId: from, toEventId: to }, (one) => one.eventId >= from && one.eventId < to],
    [
      { endpointId, tenantId, status: 'Pending', type: 'subscription.created' },
      (one) =>
        one.endpointId === endpointId && one.tenantId === tenantId && one.type === 'subscription.created',
    ],
  ];
  for (const [filter, lets] of cases) {
    const expected = complete.filter(lets);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(complete.length);
    expect(await all(filter, 2)).toEqual(expected);
    const total = await loadDeliveryTotal(books.database, workspaceId, filter);
    expect(total).toEqual({ count: expected.length, isExact: true });
  }
});
