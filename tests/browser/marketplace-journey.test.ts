import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TestBrowser } from '../support/browser/browser.ts';
import { addEndpoint } from '../support/peers/webhook-endpoint.ts';
import { type ReceivedWebhook, WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { LandingWorld, type Person, people } from '../support/worlds/landing-world.ts';
import { type TestClient, withKey } from '../support/worlds/world.ts';

/** The life of a subscription as the customer, the marketplace and the partner's application see it. */
let shop: LandingWorld;
let browser: TestBrowser;
let receiver: WebhookReceiver;
let client: TestClient;
let webhook: Webhook;
beforeAll(async () => {
  [shop, browser, receiver] = await Promise.all([
    LandingWorld.open(),
    TestBrowser.open(),
    WebhookReceiver.start(),
  ]);
  // No automatic acceptance, and reads that lag behind changes.
  shop.marketplace.changeSettings({ autoAcceptMilliseconds: 600_000, subscriptionLagMilliseconds: 300 });
  client = await shop.world.client(shop.workspaceId);
  const { secret } = await addEndpoint(shop.world.context, shop.workspaceId, { url: receiver.url('/') });
  webhook = new Webhook(secret);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
  await receiver?.close();
});

const hour = 3_600_000;

/** The tenant's entitlement; the clock moves, so that back-offs end. */
async function entitlement({ tenantId }: Person) {
  shop.world.clock.forward(100);
  const path = `/api/v1/entitlements/${tenantId}?product=forum`;
  return (await shop.world.call(path, { headers: withKey(client) })).body;
}

interface EventPayload {
  readonly type: string;
  readonly data: { readonly tenantId: string; readonly version: number };
}

/** The webhooks about the person's tenant in order of arrival, without repeated deliveries. */
function webhooksOf({ tenantId }: Person): readonly (ReceivedWebhook & EventPayload)[] {
  const byId = new Map(receiver.received.map((one) => [one.headers['webhook-id'], one] as const));
  const all = [...byId.values()].map((one) => ({ ...one, ...(JSON.parse(one.body) as EventPayload) }));
  return all.filter(({ data }) => data.tenantId === tenantId);
}

/** Sorted by version: deliveries may arrive in any order. */
function subscriptionEvents(person: Person): readonly string[] {
  const events = webhooksOf(person).filter(({ type }) => type.startsWith('subscription.'));
  return events.sort((one, other) => one.data.version - other.data.version).map(({ type }) => type);
}

/** The webhook's payload, verified as the partner's application would. */
function verified({ body, headers }: ReceivedWebhook): unknown {
  // The package reads the machine's clock, the service the test's.
  vi.setSystemTime(shop.world.clock.now());
  try {
    return webhook.verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

/** Buys on the marketplace's page; returns the subscription id. */
async function buy(page: Page, buyer: Person, { plan, how }: { plan: string; how: string }): Promise<string> {
  await page.goto(shop.marketplace.url);
  await page.locator('select[name=plan]').selectOption({ label: plan });
  await page.locator('select[name=buyer]').selectOption({ label: `${buyer.name}, ${buyer.email}` });
  await page.locator('select[name=preset]').selectOption({ label: how });
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  const id = await page.locator('#subscriptions article').first().getAttribute('id');
  return id?.replace('subscription-', '') ?? '';
}

const cardOf = (page: Page, id: string) => page.locator(`#subscription-${id}`);

/** Activates the purchase through the landing page; returns the text of the confirmation page. */
async function land(page: Page, id: string, person: Person): Promise<string> {
  await cardOf(page, id).getByRole('link', { name: 'Open the landing page' }).click();
  await page.getByRole('link', { name: 'Sign in with your work account' }).click();
  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('heading', { name: 'Confirm Forum' }).waitFor();
  const shown = await page.getByRole('main').innerText();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'All set: Forum is active' }).waitFor();
  return shown;
}

async function reportUsage({ tenantId }: Person, quantity: number, usageStartAt: Date) {
  const records = [{ tenantId, product: 'forum', dimension: 'posts', quantity, usageStartAt }];
  const answer = await shop.world.call('/api/v1/metered-usage', {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  });
  return answer.body;
}

it('a subscription is bought, metered, suspended, reinstated, moved to another plan and cancelled', async () => {
  const { ada } = people;
  const entitled = () => entitlement(ada);
  await browser.visit(async (page) => {
    const id = await buy(page, ada, { plan: 'forum / site (free trial)', how: 'Ordinary' });
    expect(await entitled()).toMatchObject({ accessLevel: 'None', status: 'None' });
    await land(page, id, ada);
    await expect
      .poll(entitled)
      .toMatchObject({ accessLevel: 'Full', status: 'Active', plan: { slug: 'site' } });

    const began = shop.world.clock.now();
    shop.world.clock.forward(hour);
    expect(await reportUsage(ada, 12.5, began)).toMatchObject({ results: [{ outcome: 'Recorded' }] });
    // During the hold time the report can still be replaced.
    expect(await shop.reports({ id })).toMatchObject([{ status: 'Pending' }]);
    shop.world.clock.forward(hour / 4);
    await expect
      .poll(() => shop.reports({ id }))
      .toEqual([{ dimension: 'posts', quantity: '12.500000', status: 'Accepted' }]);
    expect(shop.marketplace.usageEvents()).toMatchObject([
      { resourceId: id, planId: 'site', dimension: 'posts', quantity: 12.5 },
    ]);

    await page.goto(shop.marketplace.url);
    const card = cardOf(page, id);
    await card.getByRole('button', { name: /^Suspend/ }).click();
    await expect.poll(entitled).toMatchObject({ accessLevel: 'ReadOnly', status: 'Suspended' });

    await card.getByRole('button', { name: /^Reinstate/ }).click();
    await expect.poll(entitled).toMatchObject({ accessLevel: 'Full', status: 'Active' });
    await page.reload();

    await card.locator('select[name=planId]').selectOption('campus');
    await card.getByRole('button', { name: 'Change plan' }).click();
    await expect.poll(entitled).toMatchObject({ accessLevel: 'Full', plan: { slug: 'campus' } });
    const planChanged = () => webhooksOf(ada).find(({ type }) => type === 'subscription.plan_changed');
    await expect.poll(planChanged).toBeDefined();
    expect(verified(planChanged() as ReceivedWebhook)).toMatchObject({
      data: { plan: { slug: 'campus' }, previousPlan: { slug: 'site' }, accessLevel: 'Full' },
    });

    await card.getByRole('button', { name: /^Unsubscribe/ }).click();
    await expect.poll(entitled).toMatchObject({ accessLevel: 'None', status: 'Cancelled' });
    await expect
      // The term comes with the activation, or later if the read lagged.
      .poll(() => subscriptionEvents(ada).filter((type) => type !== 'subscription.renewed'))
      .toEqual([
        'subscription.created',
        'subscription.activated',
        'subscription.suspended',
        'subscription.reinstated',
        'subscription.plan_changed',
        'subscription.cancelled',
      ]);
  });
});

it('a purchase through a reseller without a named user can be activated', async () => {
  const { sam } = people;
  await browser.visit(async (page) => {
    const id = await buy(page, sam, { plan: 'forum / campus', how: 'Through a reseller' });
    expect(shop.marketplace.findSubscription(id)?.beneficiary).toMatchObject({
      objectId: null,
      emailId: null,
    });
    const shown = await land(page, id, sam);
    expect(shown).toContain(sam.tenantId);
  });
  await expect.poll(() => entitlement(sam)).toMatchObject({ accessLevel: 'Full', plan: { slug: 'campus' } });
});

it('a purchase with a free trial is entitled as a trial', async () => {
  const { rosa } = people;
  await browser.visit(async (page) => {
    const id = await buy(page, rosa, { plan: 'forum / site (free trial)', how: 'Free trial' });
    expect(await land(page, id, rosa)).toContain('as a free trial');
  });
  await expect.poll(() => entitlement(rosa)).toMatchObject({ accessLevel: 'Full', isTrial: true });
});
