import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { type DeliveryLogFilter, loadDeliveryTotal } from './log.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(1);
});
afterAll(() => books.close());

it('counts the deliveries of the newest 50,000 events of a customer', async () => {
  const busy = await books.workspace();
  await books.endpoint(busy);
  const { tenantId } = await books.createActive(busy);
  const count = (filter: DeliveryLogFilter) => loadDeliveryTotal(books.database, busy, filter);
  const [created, activated] = ['subscription.created', 'subscription.activated'] as const;
  expect(await count({ tenantId, type: created })).toEqual({ count: 1, isExact: true });
  // Later events without a delivery: of a time without an endpoint.
  await sql`
    insert into events (workspace_id, event_id, type, occurred_at, data)
    select ${busy}, ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(number), 12, '0'))::uuid, ${activated}, ${books.clock.now()},
      jsonb_build_object('tenantId', ${tenantId}::text)
    from generate_series(1, 50000) as number`.execute(books.database);
  expect(await count({ tenantId, type: created })).toEqual({ count: 0, isExact: false });
  expect(await count({ type: created })).toEqual({ count: 1, isExact: true });
  expect(await count({ tenantId, toEventId: 'ffffffff-ffff-7fff-8fff-000000000000' })).toMatchObject({
    isExact: true,
  });
});
