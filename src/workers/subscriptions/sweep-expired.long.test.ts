import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { sweepExpired } from '../../actions/subscriptions/due-subscriptions.ts';
import { runWorker } from '../worker.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());

it('ends subscriptions by time, through a failure and a backlog, with any number of workers', async () => {
  const workspaceId = await books.workspace();
  const subscriptions = await Promise.all(
    Array.from({ length: 60 }, () => books.createActive(workspaceId, { validUntil: books.in(day) })),
  );
  books.clock.forward(day);
  const failures: unknown[] = [];
  const start = () =>
    runWorker({
      work: () => sweepExpired(books.context),
      pause: 10,
      now: books.clock.now,
      onFailure: (error) => failures.push(error),
    });
  const workers: ReturnType<typeof start>[] = [];
  const count = async (status: string) => {
    const rows = await books.database
      .selectFrom('subscriptions')
      .select('subscription_id')
      .where('status', '=', status)
      .execute();
    return rows.length;
  };
  try {
    await books.whileClosed('events', async () => {
      workers.push(start());
      await expect.poll(() => failures.length).toBeGreaterThan(1);
      expect(await count('Active')).toBe(60);
    });
    workers.push(start(), start());
    await expect.poll(() => count('Expired')).toBe(60);
  } finally {
    for (const worker of workers) await worker.stop();
  }
  for (const subscription of subscriptions) {
    expect(await books.history(subscription)).toHaveLength(3);
    const ends = (await books.events(subscription)).filter(({ type }) => type === 'subscription.expired');
    expect(ends).toHaveLength(1);
  }
});

it('returns the number of ended and announced subscriptions', async () => {
  const workspaceId = await books.workspace();
  await books.createActive(workspaceId, { validUntil: books.in(day) });
  books.clock.forward(day);
  expect(await sweepExpired(books.context)).toBe(1);
  expect(await sweepExpired(books.context)).toBe(0);
});
