import { describe, expect, it } from 'vitest';
import { edition, planContent, subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { type EventFacts, eventData } from './event.ts';

const marketplace = { sourceName: 'Marketplace', offerId: 'offer' };
const facts = (rest: Partial<EventFacts> = {}): EventFacts => ({
  product: { slug: 'forum', name: 'Forum' },
  subscription: subscription({ source: 'Marketplace', quantity: 5, status: 'Suspended' }),
  plan: planContent('premium', { marketplace, edition: edition(20) }),
  previousPlan: null,
  accessLevel: 'Full',
  version: 7,
  ...rest,
});

describe('the data of an event', () => {
  it('has exactly its documented members', () => {
    expect(eventData(facts())).toEqual({
      workspaceId: 'workspace',
      tenantId: 'tenant',
      product: { slug: 'forum', name: 'Forum' },
      subscriptionId: 'subscription',
      plan: { slug: 'premium', name: 'Plan premium' },
      editionSlug: 'edition-20',
      status: 'Suspended',
      accessLevel: 'Full',
      quantity: 5,
      version: 7,
      marketplace: { ...marketplace, kind: 'Microsoft' },
    });
  });

  it('names the previous plan and edition when there are any', () => {
    const previousPlan = planContent('basic', { edition: edition(10) });
    expect(eventData(facts({ previousPlan }))).toEqual({
      ...eventData(facts()),
      previousPlan: { slug: 'basic', name: 'Plan basic' },
      previousEditionSlug: 'edition-10',
    });
  });

  it('names the offer that was bought of a plan of several', () => {
    const marketplaces = [{ sourceName: 'Shop', kind: 'Aws' }] as const;
    const plan = planContent('premium', {
      marketplace: { sourceName: 'Shop', offerId: 'code' },
      otherMarketplaces: [marketplace],
    });
    const named = { ...marketplace, kind: 'Microsoft' };
    expect(eventData(facts({ plan, marketplaces })).marketplace).toEqual(named);
  });

  it.each([
    ['a directly sold subscription to a mapped plan', { subscription: subscription() }],
    ['an unmapped plan', { plan: planContent('basic') }],
  ])('has no marketplace for %s', (_case, rest) => {
    expect(eventData(facts(rest)).marketplace).toBeNull();
  });

  it('is at most 20 kB, however long the names are', () => {
    const name = '💥'.repeat(200);
    const plan = planContent('a'.repeat(64), { name });
    const data = eventData(facts({ plan, previousPlan: plan, product: { slug: 'a'.repeat(64), name } }));
    expect(new TextEncoder().encode(JSON.stringify(data)).length).toBeLessThan(20_000);
  });
});
