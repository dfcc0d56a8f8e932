import { randomBytes, randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { removeWebhookEndpoint, setWebhookEndpointEnabled } from '../../actions/webhooks/endpoints.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { type EventTypeFilter, eventTypes, matchesFilter } from '../../core/webhooks/event.ts';
import type { DB } from '../schema/tables.generated.ts';
import { insertWebhookEndpoint } from './endpoints.ts';
import { insertEvents, type NewEvent } from './events.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());
beforeEach(async () => {
  workspaceId = await books.workspace();
});

const event = (type: NewEvent['type'] = 'subscription.created', product = 'forum'): NewEvent => ({
  eventId: timeOrderedId(books.clock.now(), randomBytes),
  type,
  occurredAt: books.clock.now(),
  data: { tenantId: randomUUID(), product: { slug: product } },
});

/** More than any plan allows. */
async function insertEndpoints(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const endpoint = {
      workspaceId,
      endpointId: randomUUID(),
      url: 'https://partner.example/hooks',
      description: '',
      eventTypes: 'all',
      products: 'all',
      headerNames: [],
      sealedHeaders: randomBytes(16),
      sealedSecret: randomBytes(16),
      rateLimitPerMinute: null,
    } as const;
    await insertWebhookEndpoint(books.database, endpoint, books.clock.now());
  }
}

describe('an event', () => {
  it('is delivered to a thousand endpoints with two statements, and so are many events', async () => {
    await insertEndpoints(1_000);
    const statements: string[] = [];
    const pool = new pg.Pool({ connectionString: books.url, max: 1 });
    const counted = new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push(query.sql),
    });
    try {
      await insertEvents(counted, workspaceId, [event(), event(), event()]);
    } finally {
      await counted.destroy();
    }
    expect(statements).toHaveLength(2);
    const deliveries = await books.deliveries(workspaceId);
    expect(deliveries).toHaveLength(3_000);
    expect(new Set(deliveries.map(({ endpointId, eventId }) => `${endpointId} ${eventId}`)).size).toBe(3_000);
    expect(deliveries.every(({ status, attempts }) => status === 'Pending' && attempts === 0)).toBe(true);
  });

  it('reaches the endpoints whose filter matches, as the core says', async () => {
    const filters: EventTypeFilter[] = [
      'all',
      ['subscription.*'],
      ['seat.*', 'entitlement.changed'],
      ['seat.assigned'],
      ['subscription.created', 'subscription.expired', 'entitlement.*'],
    ];
    const endpoints = await Promise.all(
      filters.map(async (filter) => ({
        filter,
        ...(await books.endpoint(workspaceId, { eventTypes: filter })),
      })),
    );
    const events = eventTypes.map((type) => event(type));
    await insertEvents(books.database, workspaceId, events);
    const matched = (await books.deliveries(workspaceId)).map(
      ({ endpointId, type }) => `${endpointId} ${type}`,
    );
    const expected = endpoints.flatMap(({ filter, endpointId }) =>
      eventTypes.filter((type) => matchesFilter(filter, type)).map((type) => `${endpointId} ${type}`),
    );
    expect(matched.sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(20);
  });

  it('reaches the endpoints of its product, or of all products', async () => {
    await books.sell(workspaceId, 'mosaic');
    const all = await books.endpoint(workspaceId);
    const forum = await books.endpoint(workspaceId, { products: ['forum'] });
    const both = await books.endpoint(workspaceId, { products: ['mosaic', 'forum'] });
    await insertEvents(books.database, workspaceId, [event('seat.assigned', 'mosaic')]);
    const matched = (await books.deliveries(workspaceId)).map(({ endpointId }) => endpointId);
    expect(matched.sort()).toEqual([all.endpointId, both.endpointId].sort());
    expect(matched).not.toContain(forum.endpointId);
  });

  it('skips endpoints that are disabled, removed, or of another workspace', async () => {
    const disabled = await books.endpoint(workspaceId);
    done(await setWebhookEndpointEnabled(books.context, disabled, false));
    const removed = await books.endpoint(workspaceId);
    done(await removeWebhookEndpoint(books.context, removed));
    const elsewhere = await books.workspace();
    await books.endpoint(elsewhere);
    await insertEvents(books.database, workspaceId, [event()]);
    expect(await books.deliveries(workspaceId)).toEqual([]);
    expect(await books.deliveries(elsewhere)).toEqual([]);
  });

  it('has its deliveries in the transaction of its change', async () => {
    const { endpointId } = await books.endpoint(workspaceId);
    const everything = await books.everything();
    await books.whileClosed('webhook_deliveries', async () => {
      await expect(books.create(workspaceId)).rejects.toThrow('this book is closed');
    });
    expect(await books.everything()).toEqual(everything);
    await books.createActive(workspaceId);
    const deliveries = await books.deliveries(workspaceId);
    expect(deliveries.map(({ type }) => type).sort()).toEqual([
      'entitlement.changed',
      'entitlement.changed',
      'subscription.activated',
      'subscription.created',
    ]);
    expect(new Set(deliveries.map((one) => one.endpointId))).toEqual(new Set([endpointId]));
  });
});
