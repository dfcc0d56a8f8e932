import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { theirSubscription } from '../../../tests/support/peers/marketplace-subscriptions.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { isRefusal } from '../../core/refusal.ts';
import { personalAccounts } from '../../core/workspaces/personal-accounts.ts';
import { alignSubscription } from './align-subscription.ts';
import { receivePurchase } from './receive-purchase.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());
beforeEach(async () => {
  workspaceId = await books.workspace();
});

const sourceName = 'Marketplace';
const source = () => ({ workspaceId, sourceName });

/** The forum's premium plan with seats, as sold on the marketplace. */
function purchase(rest: Partial<MarketplaceSubscription> = {}): MarketplaceSubscription {
  const beneficiary = { tenantId: randomUUID(), objectId: null, email: null };
  return theirSubscription({
    id: randomUUID(),
    offerId: 'forum-offer',
    planId: 'plan-1',
    quantity: 5,
    beneficiary,
    term: { startsAt: null, endsAt: null, unit: 'P1M' },
    status: 'PendingFulfillmentStart',
    ...rest,
  });
}

const align = (theirs: MarketplaceSubscription, reason = 'test') =>
  alignSubscription(books.context, source(), theirs, reason).then(done);

describe('a purchase', () => {
  it('creates a Pending subscription of the beneficiary, without a user', async () => {
    const bought = purchase();
    const { subscription, isNew } = done(await receivePurchase(books.context, source(), bought));
    expect(isNew).toBe(true);
    expect(subscription).toMatchObject({
      status: 'Pending',
      source: 'Marketplace',
      marketplaceSubscriptionId: bought.id,
      tenantId: bought.beneficiary?.tenantId,
      quantity: 5,
      renewsItself: true,
      isTrial: false,
    });
    const [entry] = await books.history(subscription);
    expect(entry).toMatchObject({ actor: 'marketplace', move: 'create' });
  });

  it('creates one subscription, however often and concurrently it arrives', async () => {
    const bought = purchase();
    const received = await Promise.all(
      Array.from({ length: 6 }, () => receivePurchase(books.context, source(), bought)),
    );
    const all = received.map(done);
    expect(new Set(all.map(({ subscription }) => subscription.subscriptionId)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('can be a trial that ends when the marketplace says', async () => {
    const endsAt = books.in(30 * day);
    const bought = purchase({ isFreeTrial: true, term: { startsAt: null, endsAt, unit: 'P1M' } });
    const { subscription } = done(await receivePurchase(books.context, source(), bought));
    expect(subscription).toMatchObject({ isTrial: true, trialEndsAt: endsAt, validUntil: endsAt });
  });

  it.each<[string, Partial<MarketplaceSubscription>, string]>([
    ['a plan that is not mapped', { planId: 'plan-9' }, 'marketplace.plan_not_mapped'],
    ['an offer that is not mapped', { offerId: 'other' }, 'marketplace.plan_not_mapped'],
    ['a purchase without beneficiary', { beneficiary: null }, 'marketplace.beneficiary_missing'],
    [
      'a purchase of a personal account',
      { beneficiary: { tenantId: personalAccounts, objectId: null, email: null } },
      'marketplace.beneficiary_missing',
    ],
  ])('of %s is refused, and writes nothing', async (_, rest, code) => {
    const before = await books.everything();
    const refused = await receivePurchase(books.context, source(), purchase(rest));
    expect(isRefusal(refused) && refused.code).toBe(code);
    expect(await books.everything()).toEqual(before);
  });

  it('finds neither plans nor subscriptions of another workspace', async () => {
    const bought = purchase();
    const first = done(await receivePurchase(books.context, source(), bought));
    const other = await books.workspace();
    const theirs = done(await receivePurchase(books.context, { workspaceId: other, sourceName }, bought));
    expect(theirs.isNew).toBe(true);
    expect(theirs.subscription.subscriptionId).not.toBe(first.subscription.subscriptionId);
    const elsewhere = { workspaceId: other, sourceName: 'Elsewhere' };
    const refused = await receivePurchase(books.context, elsewhere, purchase());
    expect(isRefusal(refused) && refused.code).toBe('marketplace.plan_not_mapped');
  });
});

describe('alignment', () => {
  it('writes every move with its history and events in one transaction', async () => {
    const bought = purchase({ status: 'Suspended', quantity: 7 });
    const { subscription: created } = done(
      await receivePurchase(books.context, source(), { ...bought, quantity: 5 }),
    );
    await books.whileClosed('events', async () => {
      await expect(align(bought)).rejects.toThrow('closed');
    });
    expect((await books.stored(created)).subscription.status).toBe('Pending');

    const { moves, subscription, isNew } = await align(bought, 'Suspend');
    expect(moves).toEqual(['activate', 'changeQuantity', 'suspend']);
    expect(isNew).toBe(false);
    expect((await books.stored(created)).subscription).toEqual(subscription);
    const history = await books.history(created);
    expect(history.map(({ move }) => move)).toEqual(['create', 'activate', 'changeQuantity', 'suspend']);
    expect(history.at(-1)).toMatchObject({ actor: 'marketplace', reason: 'Suspend' });
    expect((await align(bought)).moves).toEqual([]);
    expect(await books.history(created)).toHaveLength(4);
  });

  it('creates a missed purchase', async () => {
    const { subscription, moves, isNew } = await align(purchase({ status: 'Subscribed' }));
    expect(isNew).toBe(true);
    expect(moves).toEqual(['activate']);
    expect(subscription?.status).toBe('Active');
  });

  it.each(['PendingFulfillmentStart', 'Unsubscribed', 'Unknown'] as const)(
    'skips an unknown subscription that is %s',
    async (status) => {
      const before = await books.everything();
      const aligned = await align(purchase({ status }));
      expect(aligned).toEqual({
        subscription: null,
        isNew: false,
        moves: [],
        obstacle: null,
        isBehind: false,
      });
      expect(await books.everything()).toEqual(before);
    },
  );

  it('by concurrent callers is made once', async () => {
    const bought = purchase({ status: 'Subscribed' });
    const aligned = await Promise.all(Array.from({ length: 6 }, () => align(bought)));
    expect(aligned.flatMap(({ moves }) => moves)).toEqual(['activate']);
    expect(new Set(aligned.map(({ subscription }) => subscription?.subscriptionId)).size).toBe(1);
  });
});
