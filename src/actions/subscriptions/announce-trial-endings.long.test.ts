import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { announceTrialEndings } from './due-subscriptions.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());

it('raises trial_ending three days before a trial ends, once, with any number of workers', async () => {
  const workspaceId = await books.workspace();
  const trial = { isTrial: true, trialEndsAt: books.in(10 * day) };
  const trials = await Promise.all(Array.from({ length: 60 }, () => books.createActive(workspaceId, trial)));
  books.clock.forward(7 * day - 1);
  expect(await announceTrialEndings(books.context)).toBe(0);
  books.clock.forward(1);
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 4 }, () => announceTrialEndings(books.context)));
  }
  for (const subscription of trials) {
    const events = await books.events(subscription);
    expect(events.filter(({ type }) => type === 'subscription.trial_ending')).toMatchObject([
      {
        occurredAt: books.clock.now(),
        data: { status: 'Active', accessLevel: 'Full', version: 2, tenantId: subscription.tenantId },
      },
    ]);
  }
});
