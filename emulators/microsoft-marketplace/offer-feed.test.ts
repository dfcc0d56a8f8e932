import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Offer } from './directory.ts';
import {
  type FulfilmentUnderTest,
  startFulfilmentUnderTest,
} from './fulfilment/fulfilment-under-test.fixture.ts';
import { contosoClient, contosoTenant, subscribed, tailspinClient } from './sample-directory.ts';

const planner: Offer = {
  id: 'planner',
  plans: [
    { id: 'team', name: 'Team', dimensions: ['projects'] },
    { id: 'solo', name: 'Solo', dimensions: [] },
  ],
};
const lumen: Offer = {
  id: 'lumen',
  landingPageUrl: 'http://127.0.0.1:9/land',
  plans: [{ id: 'standard', name: 'Standard', dimensions: ['scans'] }],
};

let world: FulfilmentUnderTest;
let offers: readonly Offer[];
let isDown = false;
beforeAll(async () => {
  world = await startFulfilmentUnderTest({
    readOffers: async () => {
      if (isDown) throw new Error('down');
      return [{ tenantId: contosoTenant, clientId: contosoClient, offers }];
    },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  offers = [planner];
  isDown = false;
});

const look = async (query: Record<string, string> = {}) => {
  const response = await fetch(`${world.marketplace.url}/?${new URLSearchParams(query)}`);
  return { status: response.status, page: await response.text() };
};
const chosen = { offerId: 'lumen', planId: 'standard' };
const plansOf = async (id: string) => {
  const { body } = await world.api('GET', `/${id}/listAvailablePlans`);
  return (body.plans as { planId: string; isStopSell: boolean }[]).map(({ planId, isStopSell }) =>
    isStopSell ? `${planId}, not sold` : planId,
  );
};

it('an offer is sold as soon as it is published, with its addresses and dimensions', async () => {
  expect((await look(chosen)).status).toBe(404);
  offers = [planner, lumen];
  expect((await look(chosen)).page).toMatch(/<option value="[^"]*lumen[^"]*" selected>/);
  const { id, landingPageUrl } = await world.buy(chosen);
  expect(landingPageUrl).toMatch(/^http:\/\/127\.0\.0\.1:9\/land\?token=/);
  await world.api('POST', `/${id}/activate`);
  const usage = {
    resourceId: id,
    planId: 'standard',
    quantity: 1,
    effectiveStartTime: '2026-11-15T08:00:00',
  };
  expect((await world.send({ ...usage, dimension: 'scans' })).status).toBe(200);
  expect((await world.send({ ...usage, dimension: 'pages' })).status).toBe(400);
  offers = [planner, { ...lumen, plans: [{ id: 'standard', dimensions: ['pages'] }] }];
  expect((await world.send({ ...usage, dimension: 'pages' })).status).toBe(200);
});

it('listAvailablePlans follows; a withdrawn plan stays for its subscriptions alone', async () => {
  expect(await plansOf(subscribed)).toEqual(['team', 'solo']);
  offers = [{ ...planner, plans: [{ id: 'large', dimensions: [] }] }];
  expect(await plansOf(subscribed)).toEqual(['team, not sold', 'large']);
  const refused = await world.command('purchases', 'POST', { offerId: 'planner', planId: 'team' });
  expect(refused.status).toBe(400);
  expect((await look({ offerId: 'planner', planId: 'team' })).status).toBe(404);
  offers = [];
  expect(await plansOf(subscribed)).toEqual(['team, not sold']);
  offers = [planner];
  expect(await plansOf(subscribed)).toEqual(['team', 'solo']);
});

it('an offer that was changed by control stays until it is published otherwise', async () => {
  await world.act('offers/contoso/planner?landingPageUrl=http://127.0.0.1:9/own');
  await look();
  expect((await world.buy({ offerId: 'planner' })).landingPageUrl).toContain('/own?');
  offers = [{ ...planner, landingPageUrl: 'http://127.0.0.1:9/published' }];
  expect((await world.buy({ offerId: 'planner' })).landingPageUrl).toContain('/published?');
});

it('the known offers are sold while they cannot be read', async () => {
  await look();
  isDown = true;
  expect(await plansOf(subscribed)).toEqual(['team', 'solo']);
});

it('a plan that is not for sale is refused, and no other is chosen', async () => {
  const { status, page } = await look({ ...chosen, clientId: contosoClient });
  expect(status).toBe(404);
  expect(page).toContain(
    'role="alert">Nothing is sold as lumen / standard. For sale: planner / team, planner / solo.',
  );
  expect(page).toContain('<option value="">Choose a plan</option>');
  expect(page).not.toMatch(/<select name="plan"[^>]*>.*selected.*<\/select>/);
  expect(page).not.toContain('Buy at once');
  // Tailspin sells nothing.
  expect((await look({ ...chosen, clientId: tailspinClient })).page).toContain('For sale: nothing.');
});
