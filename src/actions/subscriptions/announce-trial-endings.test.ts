import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { announceTrialEndings, endDueSubscriptions } from './due-subscriptions.ts';
import type { RequestedMove } from './move-subscription.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());
beforeEach(async () => {
  books.clock.forward(60 * day);
  await endDueSubscriptions(books.context);
  await announceTrialEndings(books.context);
  workspaceId = await books.workspace();
});

const trial = (days = 10) => ({ isTrial: true, trialEndsAt: books.in(days * day) });
const trialEvents = async (subscription: Parameters<Books['events']>[0]) =>
  (await books.events(subscription)).filter(({ type }) => type === 'subscription.trial_ending');

it('raises trial_ending once per subscription, whatever changes later', async () => {
  const subscription = await books.createActive(workspaceId, { ...trial(), quantity: 3 });
  books.clock.forward(8 * day);
  await announceTrialEndings(books.context);
  await books.move(subscription, { type: 'changeQuantity', quantity: 4 });
  await books.move(subscription, { type: 'suspend' }, { type: 'reinstate' });
  expect(await announceTrialEndings(books.context)).toBe(0);
  expect(await trialEvents(subscription)).toHaveLength(1);
});

it.each<[string, RequestedMove[]]>([
  ['was converted', [{ type: 'renew', term: { validUntil: null, renewsItself: false } }]],
  ['was cancelled', [{ type: 'cancelNow' }]],
  ['is suspended', [{ type: 'suspend' }]],
])('raises nothing for a trial that %s', async (_case, moves) => {
  const subscription = await books.createActive(workspaceId, trial());
  await books.move(subscription, ...moves);
  books.clock.forward(8 * day);
  expect(await announceTrialEndings(books.context)).toBe(0);
  expect(await trialEvents(subscription)).toEqual([]);
});

it('raises trial_ending for a suspended trial that is reinstated in time', async () => {
  const subscription = await books.createActive(workspaceId, trial());
  await books.move(subscription, { type: 'suspend' });
  books.clock.forward(8 * day);
  await books.move(subscription, { type: 'reinstate' });
  await announceTrialEndings(books.context);
  expect(await trialEvents(subscription)).toHaveLength(1);
});

it('raises nothing for a trial that has ended, and does not read it again', async () => {
  const subscription = await books.createActive(workspaceId, trial());
  books.clock.forward(10 * day);
  expect(await announceTrialEndings(books.context)).toBe(1);
  expect(await announceTrialEndings(books.context)).toBe(0);
  await endDueSubscriptions(books.context);
  expect(await trialEvents(subscription)).toEqual([]);
});

it('raises trial_ending at once for a trial shorter than three days', async () => {
  const subscription = await books.createActive(workspaceId, trial(1));
  await announceTrialEndings(books.context);
  expect(await trialEvents(subscription)).toHaveLength(1);
});

it('writes the event and its mark in one transaction', async () => {
  const subscription = await books.createActive(workspaceId, trial());
  books.clock.forward(8 * day);
  for (const book of ['events', 'subscriptions'] as const) {
    await books.whileClosed(book, async () => {
      await expect(announceTrialEndings(books.context)).rejects.toThrow('this book is closed');
    });
  }
  expect(await trialEvents(subscription)).toEqual([]);
  await announceTrialEndings(books.context);
  expect(await trialEvents(subscription)).toHaveLength(1);
});
