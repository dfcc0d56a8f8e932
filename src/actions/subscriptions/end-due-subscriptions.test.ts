import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Books, withoutVersion } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { NewSubscription } from './create-subscription.ts';
import { endDueSubscriptions } from './due-subscriptions.ts';
import { moveSubscription, type RequestedMove } from './move-subscription.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(12);
  workspaceId = await books.workspace();
});
afterAll(() => books.close());
beforeEach(() => books.clock.forward(day));

const hour = 3_600_000;

async function sweepAll(): Promise<number> {
  let ended = 0;
  for (;;) {
    const some = await endDueSubscriptions(books.context);
    if (some === 0) return ended;
    ended += some;
  }
}

interface Ending {
  readonly order: (books: Books) => Partial<NewSubscription>;
  readonly moves: readonly RequestedMove[];
  readonly after: number;
  readonly status: 'Expired' | 'Cancelled';
  readonly move: string;
  readonly reason: string;
  readonly type: string;
}
const endings: [string, Ending][] = [
  [
    'a subscription past its term',
    {
      order: (books) => ({ validUntil: books.in(10 * day) }),
      moves: [],
      after: 10 * day,
      status: 'Expired',
      move: 'expire',
      reason: 'TermEnded',
      type: 'subscription.expired',
    },
  ],
  [
    'a subscription past its trial',
    {
      order: (books) => ({ isTrial: true, trialEndsAt: books.in(7 * day), validUntil: books.in(9 * day) }),
      moves: [],
      after: 7 * day,
      status: 'Expired',
      move: 'expire',
      reason: 'TrialEnded',
      type: 'subscription.expired',
    },
  ],
  [
    'a subscription suspended for 30 days',
    {
      order: () => ({}),
      moves: [{ type: 'suspend' }],
      after: 30 * day,
      status: 'Cancelled',
      move: 'cancelNow',
      reason: 'SuspendedTooLong',
      type: 'subscription.cancelled',
    },
  ],
  [
    'a subscription cancelled to the end of its term',
    {
      order: (books) => ({ validUntil: books.in(10 * day) }),
      moves: [{ type: 'cancelAtTermEnd' }],
      after: 10 * day,
      status: 'Cancelled',
      move: 'cancelNow',
      reason: 'CancellationDue',
      type: 'subscription.cancelled',
    },
  ],
];

describe.each(endings)('%s', (_case, { order, moves, after, status, move, reason, type }) => {
  it('is ended by the first sweep after its end, as of its end, as entitlements already said', async () => {
    const created = await books.createActive(workspaceId, order(books));
    await books.move(created, ...moves);
    const endsAt = books.in(after);

    books.clock.forward(after - 1);
    const everything = await books.everything();
    expect(await sweepAll()).toBe(0);
    expect(await books.everything()).toEqual(everything);
    expect((await books.answer(workspaceId, created.tenantId)).accessLevel).not.toBe('None');

    books.clock.forward(1);
    const atTheInstant = await books.answer(workspaceId, created.tenantId);
    expect(atTheInstant).toMatchObject({ status, accessLevel: 'None' });
    books.clock.forward(hour);
    const unswept = await books.answer(workspaceId, created.tenantId);
    expect(withoutVersion(unswept)).toEqual(withoutVersion(atTheInstant));
    const steps = await books.history(created);
    const eventsBefore = await books.events(created);

    expect(await sweepAll()).toBe(1);

    const swept = await books.answer(workspaceId, created.tenantId);
    expect(withoutVersion(swept)).toEqual(withoutVersion(unswept));
    expect(swept.version).toBe(unswept.version + 1);
    const { subscription, nextChangeAt } = await books.stored(created);
    expect(subscription).toMatchObject({ status, endedAt: endsAt, changedAt: endsAt });
    expect(nextChangeAt).toBeNull();
    expect((await books.history(created)).slice(steps.length)).toEqual([
      {
        revision: steps.length + 1,
        recordedAt: books.clock.now(),
        move,
        actor: 'clock',
        reason,
        state: subscription,
      },
    ]);
    const events = (await books.events(created)).slice(eventsBefore.length);
    expect(events.map(({ type, occurredAt }) => [type, occurredAt])).toEqual([
      [type, endsAt],
      ['entitlement.changed', endsAt],
    ]);
    for (const { data } of events) {
      expect(data).toMatchObject({ status, accessLevel: 'None', version: swept.version });
    }
    expect(await sweepAll()).toBe(0);
  });

  it('is left unchanged when its events cannot be written, and ended by the next sweep', async () => {
    const created = await books.createActive(workspaceId, order(books));
    await books.move(created, ...moves);
    books.clock.forward(after);
    const everything = await books.everything();
    await books.whileClosed('events', async () => {
      await expect(sweepAll()).rejects.toThrow('this book is closed');
    });
    expect(await books.everything()).toEqual(everything);
    expect(await sweepAll()).toBe(1);
  });
});

it('leaves an automatically renewing marketplace subscription unchanged', async () => {
  const created = await books.createActive(workspaceId, {
    source: 'Marketplace',
    marketplaceSubscriptionId: 'renews itself',
    validUntil: books.in(day),
    renewsItself: true,
  });
  books.clock.forward(100 * day);
  expect(await sweepAll()).toBe(0);
  expect((await books.stored(created)).subscription.status).toBe('Active');
});

it('skips subscriptions that another transaction has locked', async () => {
  const order = { validUntil: books.in(day) };
  const held = await books.createActive(workspaceId, order);
  const free = await books.createActive(workspaceId, order);
  books.clock.forward(day);
  await books.database.transaction().execute(async (transaction) => {
    await lockSubscription(transaction, workspaceId, held.subscriptionId);
    expect(await sweepAll()).toBe(1);
  });
  expect((await books.stored(free)).subscription.status).toBe('Expired');
  expect((await books.stored(held)).subscription.status).toBe('Active');
  expect(await sweepAll()).toBe(1);
});

it('and a concurrent move are serialised', async () => {
  const subscriptions = await Promise.all(
    Array.from({ length: 10 }, () => books.createActive(workspaceId, { validUntil: books.in(day) })),
  );
  books.clock.forward(day);
  const [, ...moved] = await Promise.all([
    sweepAll(),
    ...subscriptions.map(({ subscriptionId }) =>
      moveSubscription(books.context, workspaceId, subscriptionId, { type: 'suspend' }, { actor: 'test' }),
    ),
  ]);
  for (const result of moved) expect(result).toMatchObject({ code: 'subscription.move_not_allowed' });
  await sweepAll();
  for (const subscription of subscriptions) {
    expect((await books.history(subscription)).map(({ move }) => move)).toEqual([
      'create',
      'activate',
      'expire',
    ]);
  }
});
