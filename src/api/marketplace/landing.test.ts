import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browsing } from '../../../tests/support/browser/browsing.ts';
import { confirmPurchase, linkIn, visitLanding } from '../../../tests/support/browser/landing-visit.ts';
import {
  applicationUrl,
  type Bought,
  buyerTenantId,
  LandingWorld,
  type Person,
  people,
  resellerTenantId,
} from '../../../tests/support/worlds/landing-world.ts';
import { testEncryptionKey } from '../../../tests/support/worlds/world.ts';
import { connectMarketplace } from '../../actions/marketplace/connections.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/settings.ts';
import { personalAccounts } from '../../core/workspaces/personal-accounts.ts';
import { findPendingPurchase } from '../../storage/marketplace/pending-purchases.ts';
import { savePurchaseVisit } from '../../storage/marketplace/purchase-visits.ts';

let shop: LandingWorld;
let browser: Browsing;
beforeAll(async () => {
  shop = await LandingWorld.open();
});
afterAll(() => shop.close());
beforeEach(() => {
  browser = new Browsing();
  shop.marketplace.clearFaults();
  shop.proxy.fate = null;
  shop.world.idp.clearFaults();
  // A minute apart, so that no test meets the rate limit.
  shop.world.clock.forward(60_000);
});

const visit = (link: string, person: Person) => visitLanding(browser, link, person);
const confirm = (page: string) => confirmPurchase(browser, page);

const open = async (link: string) => {
  const page = await browser.get(link);
  return { status: page.status, text: await page.text() };
};

/** Buys, opens the landing page and signs in. */
async function arrived(order: Readonly<Record<string, unknown>> = {}, person: Person = people.ada) {
  const bought = await shop.buy(order);
  const page = await visit(bought.link, person);
  return { bought, status: page.status, text: await page.text() };
}

/** The notices about the purchase. */
async function noticesOf({ id }: Bought) {
  const notices = (await shop.notices()).filter(({ kind }) => kind === 'PurchaseNotActivated');
  return notices.map(({ facts }) => facts).filter((facts) => facts.marketplaceSubscriptionId === id);
}

describe('a purchase', () => {
  it('is shown, confirmed, and active on both sides', async () => {
    const bought = await shop.buy();
    const greeting = await open(bought.link);
    expect(greeting.status).toBe(200);
    expect(greeting.text).toContain('Complete your purchase');
    expect(await shop.ours(bought)).toBeUndefined();

    const page = await (await visit(bought.link, people.ada)).text();
    for (const words of [
      'Confirm Forum',
      'Team',
      '<dd>5</dd>',
      'One month, renews automatically',
      'ada@contoso.example',
    ]) {
      expect(page).toContain(words);
    }
    expect(await shop.ours(bought)).toBeUndefined();
    expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');

    const done = await (await confirm(page)).text();
    expect(done).toContain('All set: Forum is active');
    expect(linkIn(done, 'Go to Forum')).toBe(applicationUrl);
    expect(shop.theirState(bought)).toBe('Subscribed');
    const ours = await shop.ours(bought);
    expect(ours).toMatchObject({
      status: 'Active',
      tenantId: buyerTenantId,
      quantity: 5,
      renewsItself: true,
    });
    expect(ours?.validUntil).not.toBeNull();
  });

  it('gives its buyer the first seat, once', async () => {
    const { bought, text } = await arrived();
    const done = await (await confirm(text)).text();
    expect(done).toContain('You have a seat and can start now. 4 of 5 seats are free.');
    expect((await open(bought.link)).text).toContain('4 of 5 seats are free');
    const subscriptionId = (await shop.ours(bought))?.subscriptionId ?? '';
    expect(await shop.seatsOf(subscriptionId)).toEqual([
      { objectId: people.ada.objectId, email: people.ada.email },
    ]);
    const log = await shop.audited(subscriptionId);
    expect(log.map(({ action }) => action).sort()).toEqual(['seat.assigned', 'subscription.created']);
    expect(log.find(({ action }) => action === 'seat.assigned')).toMatchObject({
      actor: {
        kind: 'Visitor',
        id: `${buyerTenantId} ${people.ada.objectId}`,
        name: 'Ada (ada@contoso.example)',
      },
      after: { assigned: 1, members: [{ email: people.ada.email }] },
    });
    expect(await shop.eventsOf(subscriptionId, 'seat.assigned')).toMatchObject([
      { member: { objectId: people.ada.objectId } },
    ]);
  });

  it('gives no seat if the partner has turned that off, or if the order names no user', async () => {
    const { context } = shop.world;
    const set = (assignBuyer: boolean) =>
      changeWorkspaceSettings(context, shop.workspaceId, { assignBuyer }, 'any');
    await set(false);
    const refused = await arrived();
    const done = await (await confirm(refused.text)).text();
    await set(true);
    expect(done).toContain('Each person needs a seat to start. 5 of 5 seats are free.');

    browser = new Browsing();
    const nobody = { emailId: null, objectId: null, puid: null };
    const unnamed = await arrived({
      beneficiary: { ...nobody, tenantId: buyerTenantId },
      purchaser: { ...nobody, tenantId: resellerTenantId },
    });
    expect(await (await confirm(unnamed.text)).text()).toContain('5 of 5 seats are free');
  });

  it('can be confirmed by a colleague, and by the reseller who pays', async () => {
    const byColleague = await arrived({}, people.bert);
    const confirmed = await (await confirm(byColleague.text)).text();
    expect(confirmed).toContain('All set');
    expect(confirmed).toContain('Each person needs a seat to start. 4 of 5 seats are free.');

    browser = new Browsing();
    const nobody = { emailId: null, objectId: null, puid: null };
    const byReseller = await arrived(
      {
        preset: 'reseller',
        beneficiary: { ...nobody, tenantId: buyerTenantId },
        purchaser: { ...nobody, tenantId: resellerTenantId },
      },
      people.rosa,
    );
    const done = await (await confirm(byReseller.text)).text();
    expect(done).toContain('All set');
    expect(done).toContain('turn to the reseller');
    expect(await shop.ours(byReseller.bought)).toMatchObject({ status: 'Active', tenantId: buyerTenantId });
  });

  it('of a plan without seats shows none, and a trial as a trial', async () => {
    const { bought, text } = await arrived({ preset: 'free-trial', planId: 'site', quantity: undefined });
    expect(text).toContain('Whole site');
    expect(text).toContain('as a free trial');
    expect(text).not.toContain('<dt>Seats</dt>');
    const done = await (await confirm(text)).text();
    expect(done).toContain('To change the plan, or to cancel, open the subscription on the marketplace.');
    expect(await shop.ours(bought)).toMatchObject({ status: 'Active', isTrial: true, quantity: null });
  });

  it("is active here while the marketplace's reads lag", async () => {
    shop.marketplace.changeSettings({ activationMilliseconds: 3_600_000 });
    const { bought, text } = await arrived();
    const done = await (await confirm(text)).text();
    shop.marketplace.changeSettings({ activationMilliseconds: 0 });
    expect(done).toContain('All set');
    expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');
    expect(await shop.ours(bought)).toMatchObject({ status: 'Active' });
    expect((await open(bought.link)).text).toContain('active already');
  });

  it('has its term as soon as the marketplace shows the activation', async () => {
    // Long enough that a busy machine reads the subscription before the activation is shown.
    shop.marketplace.changeSettings({ subscriptionLagMilliseconds: 5_000 });
    const { bought, text } = await arrived();
    expect(await (await confirm(text)).text()).toContain('All set');
    shop.marketplace.changeSettings({ subscriptionLagMilliseconds: 0 });
    expect(await shop.ours(bought)).toMatchObject({ status: 'Active', validUntil: null });
    await expect
      .poll(async () => {
        shop.world.clock.forward(250);
        return (await shop.ours(bought))?.validUntil ?? null;
      })
      .not.toBeNull();
    // The notification is settled right after its changes are stored.
    await expect.poll(() => shop.stateOfNotification(`activation-${bought.id}`)).toBe('Applied');
    expect(await noticesOf(bought)).toEqual([]);
  });

  it('is HTML-escaped', async () => {
    const { text } = await arrived({ name: '<script>alert(1)</script>' });
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  });
});

describe('repeated requests', () => {
  it('of the form, the page, the link or a new link change nothing', async () => {
    const { bought, text } = await arrived();
    await Promise.all([confirm(text), confirm(text)]);
    expect(await (await confirm(text)).text()).toContain('active already');
    expect((await open(bought.link)).text).toContain('active already');
    const managed = await open((await shop.manage(bought)).link);
    expect(managed.text).toContain('Forum is active already');
    expect(linkIn(managed.text, 'Go to Forum')).toBe(applicationUrl);
    const rows = await shop.world.database
      .selectFrom('subscriptions')
      .select('status')
      .where('marketplace_subscription_id', '=', bought.id)
      .execute();
    expect(rows).toEqual([{ status: 'Active' }]);
  });

  it('recover from a lost response of the activation', async () => {
    const { bought, text } = await arrived();
    shop.marketplace.changeState(bought.id, 'Subscribed');
    expect((await open(bought.link)).text).toContain('active already');
    expect(await shop.ours(bought)).toMatchObject({ status: 'Active' });
    expect(await (await confirm(text)).text()).toContain('active already');
  });

  it('accept a plus sign that arrives as a space', async () => {
    let bought: Bought;
    do bought = await shop.buy();
    while (!bought.token.includes('+'));
    const careless = bought.link.replaceAll('%2B', '+');
    expect(careless).not.toBe(bought.link);
    expect(await (await visit(careless, people.ada)).text()).toContain('Confirm Forum');
  });
});

describe('access control', () => {
  it('a user of another organisation does not see the purchase, and is asked for another account', async () => {
    const { bought, status, text } = await arrived({}, people.sam);
    expect(status).toBe(403);
    expect(text).toContain('sam@stranger.example');
    expect(text).toContain('@contoso.example');
    expect(text).not.toContain('ada@');
    expect(await shop.ours(bought)).toBeUndefined();

    const { workspaceId, world } = shop;
    const shown = async () => findPendingPurchase(world.database, workspaceId, bought.id);
    const visitedAt = world.clock.now();
    const sam = { username: 'sam@stranger.example', isPersonal: false, organisation: null, visitedAt };
    expect(await shown()).toMatchObject({ openedAt: null, wrongAccounts: [sam] });
    // The latest visits are kept, and whose personal account it was is not.
    const save = (tenantId: string, user: { objectId: string; username: string } | null) => {
      world.clock.forward(1_000);
      const key = { workspaceId, marketplaceSubscriptionId: bought.id };
      return savePurchaseVisit(world.database, { ...key, tenantId, user }, world.clock.now());
    };
    const { tenantId } = people.sam;
    for (let count = 0; count < 12; count += 1) {
      await save(tenantId, { objectId: crypto.randomUUID(), username: `u${count}` });
    }
    await save(personalAccounts, null);
    const visits = (await shown())?.wrongAccounts ?? [];
    expect(visits.slice(0, 2)).toMatchObject([{ username: null, isPersonal: true }, { username: 'u11' }]);
    expect(visits).toHaveLength(10);

    const again = await browser.get(linkIn(text, 'Sign in with another account'));
    expect(new URL(again.headers.get('location') ?? '').searchParams.get('prompt')).toBe('select_account');
  });

  it('a form shown to another user is refused', async () => {
    const { bought, text } = await arrived();
    const before = browser;
    browser = new Browsing();
    await arrived({}, people.bert);
    expect(await (await confirm(text)).text()).toContain('Confirm Forum');
    expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');

    browser = new Browsing();
    expect(await (await confirm(text)).text()).toContain('Complete your purchase');
    expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');
    browser = before;
    expect(await (await confirm(text)).text()).toContain('All set');
  });

  it.each([
    ['no form', {}],
    ['a forged form', { confirmation: 'AAAA' }],
    ['a token instead', { token: 'x' }],
  ])('a confirmation with %s is refused', async (_case, form) => {
    const { bought } = await arrived();
    const action = `${shop.world.service.url}/marketplace/landing/${shop.connectionId}/confirm`;
    const answer = await browser.post(
      `${action}?token=${encodeURIComponent(bought.token)}`,
      form as Record<string, string>,
    );
    expect(answer.status).toBe(400);
    expect(await shop.ours(bought)).toBeUndefined();
  });

  it('a session an hour later needs a new sign-in', async () => {
    const { bought } = await arrived();
    shop.world.clock.forward(3_600_000);
    expect((await open(bought.link)).text).toContain('Sign in with your work account');
  });

  it('a purchase of another workspace cannot be completed', async () => {
    const other = await shop.world.workspace();
    const connection = {
      authUrl: shop.world.idp.url,
      marketplaceUrl: shop.marketplace.url,
      tenantId: buyerTenantId,
      clientId: buyerTenantId,
      credential: { kind: 'secret', clientSecret: 'none' },
    } as const;
    await connectMarketplace(shop.world.context, other, 'Elsewhere', connection, testEncryptionKey);
    const { connection_id } = await shop.world.database
      .selectFrom('marketplace_connections')
      .select('connection_id')
      .where('workspace_id', '=', other)
      .executeTakeFirstOrThrow();
    const { bought } = await arrived();
    const elsewhere = bought.link.replace(shop.connectionId, connection_id);
    expect((await open(elsewhere)).status).toBe(503);
    const rows = await shop.world.database
      .selectFrom('notices')
      .select('kind')
      .where('workspace_id', '=', other)
      .execute();
    expect(rows).toEqual([{ kind: 'PurchaseNotActivated' }]);
  });
});

describe('errors that the same link recovers from', () => {
  const landing = () => `${shop.world.service.url}/marketplace/landing`;

  it('404: an unknown landing page', async () => {
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
      expect(await open(`${landing()}/${id}?token=x`)).toMatchObject({
        status: 404,
        text: expect.stringContaining('This link is not valid'),
      });
    }
  });

  it.each(['', '?token=', '?token=a&token=b', '?token=t%C3%B6', `?token=${'a'.repeat(3_000)}`])(
    '400: a damaged link: %.20s',
    async (query) => {
      expect(await open(`${landing()}/${shop.connectionId}${query}`)).toMatchObject({
        status: 400,
        text: expect.stringContaining('Configure account'),
      });
    },
  );

  it('400: an unknown token, or one older than a day', async () => {
    const { bought } = await arrived();
    expect(await open(`${landing()}/${shop.connectionId}?token=unknown`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('This link has expired'),
    });
    shop.world.clock.forward(25 * 3_600_000);
    const late = await visit(bought.link, people.ada);
    expect(late.status).toBe(400);
    expect((await open((await shop.manage(bought)).link)).text).toContain('Confirm Forum');
  });

  it('503: an unmapped plan', async () => {
    const { bought, status, text } = await arrived({ planId: 'unmapped', quantity: undefined });
    expect(status).toBe(503);
    expect(text).toContain('not ready yet');
    await open(bought.link);
    expect(await noticesOf(bought)).toEqual([
      expect.objectContaining({
        cause: 'PlanNotMapped',
        planId: 'unmapped',
        reason: 'The plan unmapped of the offer forum is not mapped to a published plan.',
        customer: 'ada@contoso.example',
      }),
    ]);
  });

  it.each(['failing', 'reset-before', 'proxy-page', 'throttled'] as const)(
    '503: an unavailable marketplace (%s)',
    async (kind) => {
      const { bought } = await arrived();
      shop.marketplace.setFault({ kind });
      const away = await open(bought.link);
      expect(away.status).toBe(503);
      expect(away.text).toContain(`Try again</a>`);
      shop.marketplace.clearFaults();
      expect((await open(linkIn(away.text, 'Try again'))).text).toContain('Confirm Forum');
    },
  );

  it.each(['refused', 'failing', 'page', 'unsent'] as const)(
    '503: a failed activation (%s), which is retried',
    async (fate) => {
      const { bought, text } = await arrived();
      shop.proxy.fate = fate;
      const failed = await confirm(text);
      expect(failed.status).toBe(503);
      expect(await failed.text()).toContain('not active yet');
      expect(await shop.ours(bought)).toMatchObject({ status: 'Pending' });
      expect(await noticesOf(bought)).toEqual([expect.objectContaining({ cause: 'ActivationFailed' })]);

      const again = await open(bought.link);
      expect(again.text).toContain('Confirm Forum');
      shop.proxy.fate = null;
      expect(await (await confirm(again.text)).text()).toContain('All set');
      expect(await shop.ours(bought)).toMatchObject({ status: 'Active' });
    },
  );

  it('503: a lost response of the activation, which the next visit finds active', async () => {
    const { bought, text } = await arrived();
    shop.proxy.fate = 'answer-lost';
    expect((await confirm(text)).status).toBe(503);
    expect(shop.theirState(bought)).toBe('Subscribed');
    expect((await open(bought.link)).text).toContain('active already');
    expect(await shop.ours(bought)).toMatchObject({ status: 'Active' });
  });

  it('410: a purchase cancelled before or after its confirmation', async () => {
    const { bought, text } = await arrived();
    shop.marketplace.changeState(bought.id, 'Unsubscribed');
    const ended = await open(bought.link);
    expect(ended).toMatchObject({ status: 410, text: expect.stringContaining('has ended') });
    expect(ended.text).not.toContain('renews');
    expect((await confirm(text)).status).toBe(410);
    expect(await shop.ours(bought)).toBeUndefined();
  });

  it('explains what to do about a suspended subscription', async () => {
    const { bought, text } = await arrived();
    await confirm(text);
    shop.marketplace.changeState(bought.id, 'Suspended');
    const page = await open(bought.link);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('is suspended') });
    expect(await shop.ours(bought)).toMatchObject({ status: 'Suspended' });
  });

  it('503: a subscription that is alive at the marketplace but ended here', async () => {
    const { bought, text } = await arrived();
    await confirm(text);
    shop.marketplace.changeState(bought.id, 'Unsubscribed');
    await shop.world.database
      .updateTable('subscriptions')
      .set({ status: 'Cancelled', cancelled_at: shop.world.clock.now(), ended_at: shop.world.clock.now() })
      .where('marketplace_subscription_id', '=', bought.id)
      .execute();
    shop.marketplace.changeState(bought.id, 'Subscribed');
    expect(await open(bought.link)).toMatchObject({
      status: 503,
      text: expect.stringContaining('The state of your subscription is unknown'),
    });
  });

  it('429: too many visits from one address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await browser.get(`${landing()}/${shop.connectionId}`)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('503: without sign-in settings', async () => {
    const without = await LandingWorld.open({ signIn: null, nodeRoles: { api: true, workers: false } });
    const bought = await without.buy();
    expect(await open(bought.link)).toMatchObject({
      status: 503,
      text: expect.stringContaining('not set up'),
    });
    const begin = bought.link.replace('?', '/sign-in?');
    expect((await open(begin)).status).toBe(503);
    await without.close();
  });

  it('500: an internal error is an HTML page too', async () => {
    const broken = await LandingWorld.open();
    const bought = await broken.buy();
    await broken.world.database.schema.dropTable('marketplace_connections').execute();
    expect(await open(bought.link)).toMatchObject({
      status: 500,
      text: expect.stringContaining('Nothing is lost'),
    });
    await broken.close();
  });
});

it('the landing page has no scripts or external resources, and is not cached', async () => {
  const { bought } = await arrived();
  const page = await browser.get(bought.link);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src( 'sha256-[^' ]+'){2}; img-src 'self'; form-action 'self';/,
  );
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
});
