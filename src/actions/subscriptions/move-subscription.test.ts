import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { Books, note, withoutVersion } from '../../../tests/support/worlds/books.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { isRefusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import type { MoveType, Subscription } from '../../core/subscriptions/subscription.ts';
import { moveTypes } from '../../core/subscriptions/transition.ts';
import { addProduct } from '../catalogue/change-catalogue.ts';
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

const make = (subscription: Subscription, requested: RequestedMove, now = books.clock.now()) =>
  moveSubscription(
    { ...books.context, now },
    subscription.workspaceId,
    subscription.subscriptionId,
    requested,
    note,
  );

/** A valid example of every move: the earlier moves, the move and its events. */
interface Example {
  readonly order?: (books: Books) => Partial<NewSubscription>;
  readonly before: readonly RequestedMove[];
  readonly move: (books: Books) => RequestedMove;
  readonly status: string;
  readonly events: readonly string[];
  /** A later day than that of the earlier moves. */
  readonly daysLater?: number;
}
const inAMonth = (books: Books) => ({ validUntil: books.in(30 * day) });
const examples: Record<MoveType, Example> = {
  activate: {
    before: [],
    move: (books) => ({ type: 'activate', term: { ...inAMonth(books), renewsItself: false } }),
    status: 'Active',
    events: ['subscription.activated'],
  },
  changePlan: {
    order: () => ({ source: 'Marketplace', marketplaceSubscriptionId: 'bought-1', quantity: 5 }),
    before: [{ type: 'activate' }],
    move: () => ({ type: 'changePlan', plan: 'premium' }),
    status: 'Active',
    events: ['subscription.plan_changed'],
  },
  changeQuantity: {
    order: () => ({ quantity: 5, plan: 'premium' }),
    before: [{ type: 'activate' }],
    move: () => ({ type: 'changeQuantity', quantity: 9 }),
    status: 'Active',
    events: ['subscription.quantity_changed'],
  },
  suspend: {
    before: [{ type: 'activate' }],
    move: () => ({ type: 'suspend' }),
    status: 'Suspended',
    events: ['subscription.suspended'],
  },
  reinstate: {
    before: [{ type: 'activate' }, { type: 'suspend' }],
    move: (books) => ({ type: 'reinstate', term: { ...inAMonth(books), renewsItself: false } }),
    status: 'Active',
    events: ['subscription.reinstated', 'subscription.renewed'],
  },
  renew: {
    order: inAMonth,
    before: [{ type: 'activate' }],
    move: (books) => ({ type: 'renew', term: { validUntil: books.in(60 * day), renewsItself: false } }),
    status: 'Active',
    events: ['subscription.renewed'],
  },
  cancelNow: {
    before: [{ type: 'activate' }],
    move: () => ({ type: 'cancelNow' }),
    status: 'Cancelled',
    events: ['subscription.cancelled'],
  },
  cancelAtTermEnd: {
    order: inAMonth,
    before: [{ type: 'activate' }],
    move: () => ({ type: 'cancelAtTermEnd' }),
    status: 'Active',
    events: ['subscription.cancellation_scheduled'],
  },
  expire: {
    order: (books) => ({
      ...inAMonth(books),
      source: 'Marketplace',
      marketplaceSubscriptionId: 'bought-2',
      renewsItself: true,
    }),
    before: [{ type: 'activate' }],
    move: () => ({ type: 'expire' }),
    status: 'Expired',
    events: ['subscription.expired'],
    daysLater: 31,
  },
};

async function arrange({ order, before, daysLater = 1 }: Example, id: string): Promise<Subscription> {
  const rest = order?.(books);
  const marketplaceSubscriptionId = rest?.marketplaceSubscriptionId ? id : null;
  const created = await books.create(workspaceId, { ...rest, marketplaceSubscriptionId });
  await books.move(created, ...before);
  books.clock.forward(daysLater * day);
  return (await books.stored(created)).subscription;
}

describe.each(moveTypes.map((type) => [type, examples[type]] as const))('%s', (type, example) => {
  it('writes row, history, version and events in one transaction', async () => {
    const before = await arrange(example, `sound ${type}`);
    const steps = (await books.history(before)).length;
    const answerBefore = await books.answer(workspaceId, before.tenantId);
    const eventsBefore = await books.events(before);
    const planBefore = before.planId;

    const result = await make(before, example.move(books));

    if (isRefusal(result)) throw new Error(result.detail);
    const { subscription, revision } = await books.stored(before);
    expect(result.subscription).toEqual(subscription);
    expect(subscription).toMatchObject({ status: example.status, changedAt: books.clock.now() });
    expect(revision).toBe(steps + 1);

    const history = await books.history(before);
    expect(history).toHaveLength(steps + 1);
    expect(history.at(-1)).toEqual({
      revision,
      recordedAt: books.clock.now(),
      move: type,
      ...note,
      state: subscription,
    });

    const answer = await books.answer(workspaceId, before.tenantId);
    expect(answer.version).toBe(answerBefore.version + 1);
    expect(withoutVersion(answer)).not.toEqual(withoutVersion(answerBefore));
    expect((await books.versions(workspaceId, before.tenantId)).at(-1)).toEqual({
      version: answer.version,
      recordedAt: books.clock.now(),
    });

    const events = (await books.events(before)).slice(eventsBefore.length);
    expect(events.map(({ type }) => type)).toEqual([
      ...[...example.events].sort().reverse(),
      'entitlement.changed',
    ]);
    const isPremium = subscription.planId !== planBefore || before.quantity === 5;
    const data = {
      workspaceId,
      tenantId: before.tenantId,
      product: { slug: 'forum', name: 'The forum' },
      subscriptionId: before.subscriptionId,
      plan: isPremium ? { slug: 'premium', name: 'Plan premium' } : { slug: 'basic', name: 'Plan basic' },
      editionSlug: isPremium ? 'premium' : 'standard',
      status: example.status,
      accessLevel: answer.accessLevel,
      quantity: subscription.quantity,
      version: answer.version,
      marketplace:
        type === 'changePlan'
          ? { sourceName: 'Marketplace', offerId: 'forum-offer', kind: 'Microsoft' }
          : null,
    };
    const previous = {
      previousPlan: { slug: 'basic', name: 'Plan basic' },
      previousEditionSlug: 'standard',
    };
    for (const event of events) {
      expect(event.occurredAt).toEqual(books.clock.now());
      expect(event.data).toEqual(
        event.type === 'subscription.plan_changed' ? { ...data, ...previous } : data,
      );
    }
  });

  it('writes nothing when the events cannot be written', async () => {
    const before = await arrange(example, `closed ${type}`);
    const everything = await books.everything();
    await books.whileClosed('events', async () => {
      await expect(make(before, example.move(books))).rejects.toThrow('this book is closed');
    });
    expect(await books.everything()).toEqual(everything);
    // Only the status was the reason of the refusal.
    expect(isRefusal(await make(before, example.move(books)))).toBe(false);
  });

  it('changes nothing when repeated, and is not refused', async () => {
    const before = await arrange(example, `twice ${type}`);
    const requested = example.move(books);
    await make(before, requested);
    const everything = await books.everything();
    books.clock.forward(1);
    expect(await make(before, requested)).toMatchObject({
      subscription: (await books.stored(before)).subscription,
    });
    expect(await books.everything()).toEqual(everything);
  });
});

it.each(['subscriptions', 'subscription_history', 'entitlements', 'entitlement_versions'] as const)(
  'a move writes nothing when %s cannot be written',
  async (book) => {
    const before = await books.createActive(workspaceId);
    const everything = await books.everything();
    await books.whileClosed(book, async () => {
      await expect(make(before, { type: 'suspend' })).rejects.toThrow('this book is closed');
    });
    expect(await books.everything()).toEqual(everything);
  },
);

it('a move writes nothing when its commit fails', async () => {
  const before = await books.createActive(workspaceId);
  const everything = await books.everything();
  await books.whileClosed(
    'events',
    async () => {
      await expect(make(before, { type: 'suspend' })).rejects.toThrow(
        // A machine of a cluster keeps the reason to itself.
        citusUrl ? 'could not commit transaction' : 'this book is closed',
      );
    },
    { late: true },
  );
  expect(await books.everything()).toEqual(everything);
});

describe('a refused move writes nothing', () => {
  async function expectRefused(
    before: Subscription,
    requested: RequestedMove,
    refusal: object,
  ): Promise<void> {
    const everything = await books.everything();
    expect(await make(before, requested)).toEqual(refusal);
    expect(await books.everything()).toEqual(everything);
  }

  it('when the status does not allow it', async () => {
    const before = await books.create(workspaceId);
    await expectRefused(
      before,
      { type: 'suspend' },
      refuse(
        'subscription.move_not_allowed',
        { move: 'suspend', status: 'Pending', allowed: ['activate', 'cancelNow'] },
        'The subscription is Pending and does not allow suspend. Allowed moves: activate, cancelNow.',
      ),
    );
  });

  it('when time has ended the subscription before a sweep', async () => {
    const before = await books.createActive(workspaceId, { validUntil: books.in(day) });
    books.clock.forward(day);
    await expectRefused(
      before,
      { type: 'renew', term: { validUntil: books.in(day), renewsItself: false } },
      refuse(
        'subscription.move_not_allowed',
        { move: 'renew', status: 'Expired', allowed: [] },
        'The subscription is Expired and does not allow renew. This status is final.',
      ),
    );
  });

  it.each(['draft', 'unheard-of'])('for a change to the plan %s', async (plan) => {
    const before = await books.createActive(workspaceId);
    await expectRefused(before, { type: 'changePlan', plan }, refuse('plan.not_found', { plan }));
  });

  it('for half a seat', async () => {
    const before = await books.createActive(workspaceId, { quantity: 1 });
    const everything = await books.everything();
    const result = await make(before, { type: 'changeQuantity', quantity: 0.5 });
    expect(result).toMatchObject({ code: 'request.validation_failed' });
    expect(await books.everything()).toEqual(everything);
  });

  it.each(moveTypes)("for %s of another workspace's subscription, as of an unknown one", async (type) => {
    const elsewhere = await books.workspace();
    const example = examples[type];
    const before = await arrange(example, `elsewhere ${type}`);
    await expectRefused(
      { ...before, workspaceId: elsewhere },
      example.move(books),
      refuseUnknown('subscriptionId', 'subscription'),
    );
  });

  it('for a plan of another product', async () => {
    await addProduct(books.context, workspaceId, product('lantern', { plans: [plan('bright')] }));
    const before = await books.createActive(workspaceId);
    const requested = { type: 'changePlan', plan: 'bright' } as const;
    await expectRefused(before, requested, refuse('plan.not_found', { plan: 'bright' }));
  });
});

describe('entitlement.changed', () => {
  const changes = async (subscription: Subscription) =>
    (await books.events(subscription)).filter(({ type }) => type === 'entitlement.changed');

  it('is not raised when another subscription decides the entitlement, though the version rises', async () => {
    const deciding = await books.createActive(workspaceId, { plan: 'premium' });
    const { tenantId } = deciding;
    const before = await books.answer(workspaceId, tenantId);
    const pending = await books.create(workspaceId, { tenantId });
    await books.move(pending, { type: 'cancelNow' });
    const after = await books.answer(workspaceId, tenantId);
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
    expect(after.version).toBe(before.version + 2);
    expect(await changes(pending)).toEqual([]);
    expect((await books.events(pending)).map(({ type }) => type)).toEqual([
      'subscription.created',
      'subscription.cancelled',
    ]);
  });

  it("carries the tenant's access level, not the subscription's", async () => {
    const active = await books.createActive(workspaceId);
    const other = await books.createActive(workspaceId, { plan: 'premium', tenantId: active.tenantId });
    await books.move(other, { type: 'suspend' });
    const [latest] = (await changes(other)).slice(-1);
    expect(latest?.data).toMatchObject({ status: 'Suspended', accessLevel: 'Full' });
  });

  it('is not raised by a move for another subscription that time ended at the same instant', async () => {
    const ending = await books.createActive(workspaceId, { validUntil: books.in(day) });
    const { tenantId } = ending;
    await books.createActive(workspaceId, { tenantId, plan: 'premium' });
    books.clock.forward(day);
    const pending = await books.create(workspaceId, { tenantId });
    expect(await changes(pending)).toEqual([]);
    // The sweep raises the event, once.
    const countBefore = (await changes(ending)).length;
    expect(await endDueSubscriptions(books.context)).toBeGreaterThan(0);
    expect(await changes(ending)).toHaveLength(countBefore + 1);
  });
});

describe('concurrency', () => {
  it('concurrent moves of one subscription make one legal sequence', async () => {
    const subscription = await books.createActive(workspaceId, { quantity: 1, plan: 'premium' });
    const moves = Array.from({ length: 30 }, (_, index): RequestedMove => {
      if (index % 5 === 3) return { type: 'suspend' };
      if (index % 5 === 4) return { type: 'reinstate' };
      return index % 2 === 0
        ? { type: 'changeQuantity', quantity: index + 2 }
        : { type: 'changePlan', plan: index % 4 === 1 ? 'basic' : 'premium' };
    });
    const results = await Promise.all(moves.map((move) => make(subscription, move)));
    const taken = results.filter((result) => !isRefusal(result)).length;
    expect(taken).toBeGreaterThan(1);

    const history = await books.history(subscription);
    expect(history.map(({ revision }) => revision)).toEqual(history.map((_, index) => index + 1));
    const stored = await books.stored(subscription);
    expect(stored.revision).toBe(history.length);
    expect(history.at(-1)?.state).toEqual(stored.subscription);
    for (const [index, { move, state }] of history.entries()) {
      const from = history[index - 1]?.state.status;
      if (move === 'suspend') expect([from, state.status]).toEqual(['Active', 'Suspended']);
      if (move === 'reinstate') expect([from, state.status]).toEqual(['Suspended', 'Active']);
      if (move.startsWith('change')) expect([from, state.status]).toEqual(['Active', 'Active']);
    }
    const versions = await books.versions(workspaceId, subscription.tenantId);
    expect(versions.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
    const own = (await books.events(subscription)).filter(({ type }) => type !== 'entitlement.changed');
    expect(own.map(({ data }) => data.version)).toEqual(versions.map(({ version }) => version));
  });

  it('two subscriptions of one tenant share one version row', async () => {
    const first = await books.createActive(workspaceId, { quantity: 1 });
    const second = await books.createActive(workspaceId, { quantity: 1, tenantId: first.tenantId });
    const rounds = Array.from({ length: 10 }, (_, index) => index + 2);
    await Promise.all(
      rounds.flatMap((quantity) =>
        [first, second].map((subscription) => make(subscription, { type: 'changeQuantity', quantity })),
      ),
    );
    const versions = (await books.versions(workspaceId, first.tenantId)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    const versionsOfEvents = [...(await books.events(first)), ...(await books.events(second))].flatMap(
      ({ type, data }) => (type === 'entitlement.changed' ? [] : [data.version]),
    );
    expect(versionsOfEvents.sort((a, b) => a - b)).toEqual(versions);
  });

  it('times never decrease when the clocks of two nodes differ', async () => {
    const subscription = await books.createActive(workspaceId);
    await make(subscription, { type: 'suspend' });
    const behind = books.in(-60_000);
    await make(subscription, { type: 'reinstate' }, behind);
    const history = await books.history(subscription);
    expect(history.at(-1)).toMatchObject({ move: 'reinstate', recordedAt: books.clock.now() });
    expect(history.at(-1)?.state.changedAt).toEqual(books.clock.now());
    expect((await books.versions(workspaceId, subscription.tenantId)).at(-1)?.recordedAt).toEqual(
      books.clock.now(),
    );
  });
});
