import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { openDatabase } from '../../storage/database.ts';
import { endDueSubscriptions } from './due-subscriptions.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(12);
});
afterAll(() => books.close());

it('ends more subscriptions than one batch holds, with any number of workers and connections', async () => {
  const workspaceId = await books.workspace();
  const tenants = Array.from({ length: 35 }, () => randomUUID());
  // Each tenant's two subscriptions end far apart, so that workers lock the tenants in opposite orders.
  const orders = tenants.flatMap((tenantId, index) => [
    { tenantId, validUntil: books.in(day + index * 1_000) },
    { tenantId, validUntil: books.in(day + (1_000 - index) * 1_000) },
  ]);
  const created = await Promise.all(orders.map((order) => books.createActive(workspaceId, order)));
  books.clock.forward(2 * day);

  const nodes = Array.from({ length: 3 }, () =>
    openDatabase({ url: books.url, maxConnections: 2, onConnectionLost: () => {} }),
  );
  const work = async (database: typeof books.database) => {
    const counts: number[] = [];
    do counts.push(await endDueSubscriptions({ ...books.context, database }));
    while (counts.at(-1) !== 0);
    return counts;
  };
  try {
    const rounds = (await Promise.all(nodes.flatMap((database) => [work(database), work(database)]))).flat();
    // A worker that finds only locked rows stops early; the next sweep takes the rest.
    rounds.push(...(await work(books.database)));
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(created.length);
    expect(Math.max(...rounds)).toBeLessThanOrEqual(50);
  } finally {
    for (const database of nodes) await database.destroy();
  }

  for (const [index, subscription] of created.entries()) {
    const stored = await books.stored(subscription);
    expect(stored.subscription).toMatchObject({ status: 'Expired', endedAt: orders[index]?.validUntil });
    expect((await books.history(subscription)).map(({ move }) => move)).toEqual([
      'create',
      'activate',
      'expire',
    ]);
    const ends = (await books.events(subscription)).filter(({ type }) => type === 'subscription.expired');
    expect(ends).toHaveLength(1);
  }
  for (const tenantId of tenants) {
    const versions = await books.versions(workspaceId, tenantId);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
  }
});
