import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Dialect,
  dialectChoices,
  documentedDialect,
} from '../../emulators/microsoft-marketplace/dialect.ts';
import { Browsing } from '../support/browser/browsing.ts';
import { confirmPurchase, visitLanding } from '../support/browser/landing-visit.ts';
import { type Bought, LandingWorld, people } from '../support/worlds/landing-world.ts';

let shop: LandingWorld;
let campus: string;
beforeAll(async () => {
  shop = await LandingWorld.open();
  campus = await shop.planId('campus');
});
afterAll(() => shop?.close());
beforeEach(() => {
  shop.marketplace.changeDialect(documentedDialect);
  shop.marketplace.changeSettings({ autoAcceptMilliseconds: 600_000, subscriptionLagMilliseconds: 0 });
  // A minute apart, so that no test meets the rate limit.
  shop.world.clock.forward(60_000);
});

const everyChoice = Object.entries(dialectChoices).flatMap(([name, [_documented, ...others]]) =>
  others.map((choice) => [`${name} is ${choice}`, { [name]: choice }] as const),
);
const dialects: readonly (readonly [string, Partial<Dialect>])[] = [
  ['the marketplace behaves as documented', {}],
  ...everyChoice,
  [
    'every choice differs from the documentation',
    Object.assign({}, ...everyChoice.map(([, changes]) => changes)),
  ],
];

async function expectOurs(bought: Bought, facts: object): Promise<void> {
  const look = () => {
    // The service's back-off follows the test's clock.
    shop.world.clock.forward(50);
    return shop.ours(bought);
  };
  await expect.poll(look, { interval: 10 }).toMatchObject(facts);
}

async function buy(order: object): Promise<Bought> {
  const browser = new Browsing();
  const bought = await shop.buy({ ...order });
  const page = await (await visitLanding(browser, bought.link, people.ada)).text();
  const done = await (await confirmPurchase(browser, page)).text();
  expect(done).toContain('All set: Forum is active');
  // Opening the link again is harmless.
  expect(await (await browser.get(bought.link)).text()).toContain('Forum is active already');
  return bought;
}

/** Customer changes the quantity, then the publisher does, then the customer unsubscribes. */
async function runSeatPlan(): Promise<void> {
  const bought = await buy({ planId: 'team', quantity: 5 });
  await expectOurs(bought, { status: 'Active', quantity: 5 });
  await shop.customer(bought, 'change-quantity?quantity=8');
  await expectOurs(bought, { status: 'Active', quantity: 8 });
  // The marketplace accepts operations that the publisher started without an answer.
  shop.marketplace.changeSettings({ autoAcceptMilliseconds: 1 });
  await shop.publisherChanges(bought, { quantity: 9 });
  await expectOurs(bought, { status: 'Active', quantity: 9 });
  shop.marketplace.changeSettings({ autoAcceptMilliseconds: 600_000 });
  await shop.customer(bought, 'unsubscribe');
  await expectOurs(bought, { status: 'Cancelled', quantity: 9 });
}

/** Changes the plan, sends a notification of an unknown operation, unsubscribes. */
async function runFlatPlan(): Promise<void> {
  const bought = await buy({ planId: 'site', quantity: undefined });
  await expectOurs(bought, { status: 'Active', quantity: null });
  await shop.customer(bought, 'change-plan?planId=campus');
  await expectOurs(bought, { status: 'Active', quantity: null, planId: campus });
  const operationId = randomUUID();
  await shop.notify({ id: operationId, subscriptionId: bought.id, action: 'Unsubscribe' });
  await expect.poll(() => shop.stateOfNotification(operationId), { interval: 10 }).toBe('Ignored');
  await expectOurs(bought, { status: 'Active' });
  await shop.customer(bought, 'unsubscribe');
  await expectOurs(bought, { status: 'Cancelled', quantity: null, planId: campus });
}

async function runDialect(changes: Partial<Dialect>): Promise<void> {
  const before = (await shop.notices()).length;
  shop.marketplace.changeDialect(changes);
  await runSeatPlan();
  await runFlatPlan();
  // Only the unknown operation raises a notice.
  const notices = (await shop.notices()).slice(before);
  expect(notices.map(({ kind }) => kind)).toEqual(['MarketplaceCallNotApplied']);
}

describe('the purchase, activation, changes and cancellation of a subscription', () => {
  it.each(dialects)('succeed when %s', (_words, changes) => runDialect(changes));

  const extremes = dialects.filter((_, index) => index === 0 || index === dialects.length - 1);
  it.each(extremes)('succeed when %s and subscription reads lag', async (_words, changes) => {
    shop.marketplace.changeSettings({ subscriptionLagMilliseconds: 300 });
    await runDialect(changes);
  });
});
