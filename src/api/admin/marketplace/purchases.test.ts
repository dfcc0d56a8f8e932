import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browsing } from '../../../../tests/support/browser/browsing.ts';
import { confirmPurchase, visitLanding } from '../../../../tests/support/browser/landing-visit.ts';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { localExchange } from '../../../../tests/support/peers/local-exchange.ts';
import {
  type Bought,
  buyerTenantId,
  LandingWorld,
  people,
} from '../../../../tests/support/worlds/landing-world.ts';
import { testEncryptionKey } from '../../../../tests/support/worlds/world.ts';
import { eraseMember } from '../../../actions/privacy/personal-data.ts';
import { saveMember } from '../../../actions/subscriptions/customers.ts';
import { createFulfilmentService } from '../../../adapters/microsoft-marketplace/fulfilment-service.ts';
import { reconcileMarketplace } from '../../../workers/marketplace/reconcile.ts';

const hour = 3_600_000;
const otherTenantId = randomUUID();
let shop: LandingWorld;
let user: PortalUser;
let reader: PortalUser;
let stranger: PortalUser;
let compare: () => Promise<void>;

beforeAll(async () => {
  shop = await LandingWorld.open({ nodeRoles: { api: true, workers: false } });
  const { world, workspaceId } = shop;
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  reader = await PortalUser.join(world, workspaceId, 'Viewer');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  const fulfilment = createFulfilmentService({
    clock: world.clock,
    randomBytes,
    exchange: localExchange,
    budgetMilliseconds: 5_000,
  });
  world.onClose(async () => fulfilment.stop());
  const context = () => world.context;
  const work = reconcileMarketplace({ context, fulfilment, encryptionKey: testEncryptionKey });
  compare = async () => {
    world.clock.forward(hour);
    // Their sessions have ended.
    [user, reader, stranger] = [
      await user.signInAgain(),
      await reader.signInAgain(),
      await stranger.signInAgain(),
    ];
    while (await work());
  };
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.proxy.fate = null;
  shop.marketplace.clearFaults();
  shop.world.clock.forward(60_000);
});

const one = ({ id }: Pick<Bought, 'id'>) => `/purchases/${id}`;
const read = async (bought: Bought) => (await user.call('GET', one(bought))).body;
const list = async (query = '') => (await user.call('GET', `/purchases${query}`)).body;
const idsOf = (page: { items: { marketplaceSubscriptionId: string }[] }) =>
  page.items.map(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId);
const waitingNotices = async ({ id }: Bought) =>
  (await shop.notices()).filter(
    ({ kind, facts }) => kind === 'PurchaseWaiting' && facts.marketplaceSubscriptionId === id,
  );

/** Opens a landing page as Ada; the text of the page. */
const visit = async (link: string, browser = new Browsing()) =>
  (await visitLanding(browser, link, people.ada)).text();

describe('the list of purchases', () => {
  it('shows a purchase whose buyer has not opened the landing page, and raises one notice', async () => {
    const bought = await shop.buy();
    expect(idsOf(await list())).not.toContain(bought.id);
    await compare();
    expect(await read(bought)).toMatchObject({
      subscriptionId: null,
      tenantId: buyerTenantId,
      buyerEmail: 'ada@contoso.example',
      quantity: 5,
      product: { slug: 'forum' },
      plan: { slug: 'team' },
      reason: 'BuyerNotArrived',
      canActivate: true,
      canAssign: false,
      canCancel: true,
      openedAt: null,
    });
    for (const text of ['ADA@contoso', bought.id]) {
      expect(idsOf(await list(`?search=${text}&limit=200`))).toContain(bought.id);
    }
    expect(idsOf(await list('?search=nobody'))).toEqual([]);
    const [notice, ...more] = await waitingNotices(bought);
    expect(notice?.facts).toMatchObject({ customer: 'ada@contoso.example', cause: 'BuyerNotArrived' });
    expect(more).toEqual([]);
    // The notice is not repeated, not even when it was deleted.
    await shop.world.database.deleteFrom('notices').where('kind', '=', 'PurchaseWaiting').execute();
    await compare();
    expect(await waitingNotices(bought)).toEqual([]);
  });

  it('knows how far the buyer got, and forgets the purchase when it is active', async () => {
    const bought = await shop.buy();
    const browser = new Browsing();
    const page = await visit(bought.link, browser);
    expect(await read(bought)).toMatchObject({ reason: 'BuyerNotFinished', subscriptionId: null });
    shop.proxy.fate = 'refused';
    await confirmPurchase(browser, page);
    const failed = await read(bought);
    expect(failed).toMatchObject({ reason: 'ActivationFailed', canActivate: true });
    expect(failed.subscriptionId).toBe((await shop.ours(bought))?.subscriptionId);
    shop.proxy.fate = null;
    await confirmPurchase(browser, await visit(bought.link, new Browsing()).then(() => page));
    expect((await shop.ours(bought))?.status).toBe('Active');
    expect((await user.call('GET', one(bought))).status).toBe(404);
  });

  it('names the plan that is not mapped, and a connection that fails', async () => {
    const bought = await shop.buy({ planId: 'unmapped', quantity: undefined });
    await compare();
    expect(await read(bought)).toMatchObject({ reason: 'PlanNotMapped', canActivate: false, plan: null });
    shop.marketplace.setFault({ kind: 'forbidden' });
    await compare().catch(() => undefined);
    expect(await read(bought)).toMatchObject({ reason: 'ConnectionFailing' });
    shop.marketplace.clearFaults();
    await compare();
    expect(await read(bought)).toMatchObject({ reason: 'PlanNotMapped' });
    shop.marketplace.changeState(bought.id, 'Unsubscribed');
    await compare();
    expect((await user.call('GET', one(bought))).status).toBe(404);
  });

  it('is sorted, paged and counted', async () => {
    for (let count = 0; count < 3; count++) {
      shop.world.clock.forward(1_000);
      await shop.buy();
    }
    await compare();
    const all = await list('?limit=200');
    expect(all.total).toEqual({ count: all.items.length, isExact: true });
    const times = all.items.map(({ boughtAt }: { boughtAt: string }) => boughtAt);
    expect(times).toEqual(times.toSorted());
    expect(idsOf(await list('?sort=-boughtAt&limit=200'))).toEqual(idsOf(all).toReversed());
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: never[]; next: string | null } = await list(
        `?limit=2${after && `&after=${encodeURIComponent(after)}`}`,
      );
      paged.push(...idsOf(page));
      after = page.next;
    }
    expect(paged).toEqual(idsOf(all));
  });

  it.each(['?limit=201', '?after=x', '?sort=name'])('400: %s', async (query) => {
    expect((await user.call('GET', `/purchases${query}`)).status).toBe(400);
  });

  it('is filtered by customer, and counted so', async () => {
    const bought = await shop.buy();
    await compare();
    const ofBuyer = await list(`?tenantId=${buyerTenantId}&limit=200`);
    expect(idsOf(ofBuyer)).toContain(bought.id);
    expect(ofBuyer.total).toEqual({ count: ofBuyer.items.length, isExact: true });
    expect(await list(`?tenantId=${randomUUID()}`)).toMatchObject({ items: [], total: { count: 0 } });
  });

  it('is in the export of the customer, without the link for the buyer', async () => {
    const bought = await shop.buy();
    const browser = new Browsing();
    shop.proxy.fate = 'refused';
    await confirmPurchase(browser, await visit(bought.link, browser));
    const { body } = await user.call('GET', `/customers/${buyerTenantId}/export`);
    const exported = body.purchases.find(
      (one: { marketplaceSubscriptionId: string }) => one.marketplaceSubscriptionId === bought.id,
    );
    expect(exported).toEqual({
      marketplaceSubscriptionId: bought.id,
      subscriptionId: (await shop.ours(bought))?.subscriptionId,
      boughtAt: expect.any(String),
      buyerEmail: 'ada@contoso.example',
      quantity: 5,
      offerId: 'forum',
      planId: 'team',
      openedAt: expect.any(String),
      failedAt: expect.any(String),
      comparedAt: expect.any(String),
    });
    await user.call('POST', '/organisations', { body: { name: 'Fabrikam', tenantIds: [otherTenantId] } });
    const other = await user.call('GET', `/customers/${otherTenantId}/export`);
    expect([other.status, other.body.purchases]).toEqual([200, []]);
  });

  it('404: for another workspace, whose own list is empty', async () => {
    const bought = await shop.buy();
    await compare();
    expect((await stranger.call('GET', '/purchases')).body).toMatchObject({ items: [], total: { count: 0 } });
    for (const [method, path] of [
      ['GET', one(bought)],
      ['POST', `${one(bought)}/check`],
      ['POST', `${one(bought)}/activate`],
      ['POST', `${one(bought)}/cancel`],
    ] as const) {
      expect((await stranger.call(method, path)).status).toBe(404);
    }
    expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');
  });

  it('loses the address of a person who is erased', async () => {
    const bought = await shop.buy();
    await compare();
    const { objectId, email } = people.ada;
    const member = { tenantId: buyerTenantId, objectId, email, isActive: true };
    await saveMember(shop.world.context, shop.workspaceId, member);
    await eraseMember(shop.world.context, shop.workspaceId, member);
    expect(await read(bought)).toMatchObject({ buyerEmail: null, tenantId: buyerTenantId });
  });
});

describe('the link for the buyer', () => {
  it('leads to the landing page, where the buyer confirms', async () => {
    const bought = await shop.buy();
    await compare();
    const { landingLink } = await read(bought);
    const browser = new Browsing();
    const page = await visit(landingLink, browser);
    expect(page).toContain('Confirm Forum');
    const confirmed = await (await confirmPurchase(browser, page)).text();
    expect(confirmed).toContain('All set: Forum is active');
    expect(shop.theirState(bought)).toBe('Subscribed');
  });

  it('is refused to strangers, after 14 days, when changed, and on another landing page', async () => {
    const bought = await shop.buy();
    await compare();
    const { landingLink } = await read(bought);
    const stranger = await visitLanding(new Browsing(), landingLink, people.sam);
    expect(stranger.status).toBe(403);
    const statusOf = async (link: string) => (await visitLanding(new Browsing(), link, people.ada)).status;
    expect(await statusOf(`${landingLink.slice(0, -4)}AAAA`)).toBe(400);
    const elsewhere = landingLink.replace(shop.connectionId, await shop.anotherConnection());
    expect(await statusOf(elsewhere)).toBe(400);
    shop.world.clock.forward(14 * 24 * hour);
    expect(await statusOf(landingLink)).toBe(400);
  });
});

describe('a check', () => {
  it('shows a purchase that is still pending, and when it was compared', async () => {
    const bought = await shop.buy();
    await compare();
    const { status, body } = await user.call('POST', `${one(bought)}/check`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      subscriptionId: null,
      status: null,
      purchase: { reason: 'BuyerNotArrived' },
    });
    expect(Date.parse(body.purchase.comparedAt)).toBeGreaterThan(shop.world.clock.now().getTime() - 60_000);
  });

  it('follows the marketplace when the purchase became active or ended there', async () => {
    const [active, ended] = [await shop.buy(), await shop.buy()];
    await compare();
    shop.marketplace.changeState(active.id, 'Subscribed');
    const { body } = await user.call('POST', `${one(active)}/check`);
    expect(body).toMatchObject({ status: 'Active', purchase: null });
    expect(body.subscriptionId).toBe((await shop.ours(active))?.subscriptionId);
    expect((await user.call('POST', `${one(active)}/check`)).body).toEqual({
      ...body,
      comparedAt: expect.any(String),
    });
    shop.marketplace.changeState(ended.id, 'Unsubscribed');
    expect((await user.call('POST', `${one(ended)}/check`)).body).toMatchObject({
      status: null,
      purchase: null,
    });
  });

  it('finds a purchase that the marketplace does not know', async () => {
    const bought = await shop.buy();
    const browser = new Browsing();
    shop.proxy.fate = 'refused';
    await confirmPurchase(browser, await visit(bought.link, browser));
    const gone = { ...bought, id: randomUUID() };
    await shop.world.database
      .updateTable('subscriptions')
      .set({ marketplace_subscription_id: gone.id })
      .where('marketplace_subscription_id', '=', bought.id)
      .execute();
    const { body } = await user.call('POST', `${one(gone)}/check`);
    expect(body).toMatchObject({
      status: 'Pending',
      purchase: {
        reason: 'UnknownAtMarketplace',
        canActivate: false,
        landingLink: null,
        offerId: null,
        planId: null,
        comparedAt: null,
      },
    });
    await compare();
    expect(await read(gone)).toMatchObject({ reason: 'UnknownAtMarketplace' });
  });

  it('503: while the marketplace is unreachable; 403: for a reader; 404: for an unknown purchase', async () => {
    const bought = await shop.buy();
    await compare();
    shop.marketplace.setFault({ kind: 'failing' });
    expect((await user.call('POST', `${one(bought)}/check`)).status).toBe(503);
    expect((await reader.call('POST', `${one(bought)}/check`)).status).toBe(403);
    expect((await user.call('POST', `/purchases/${randomUUID()}/check`)).status).toBe(404);
  });
});

describe('an activation from the portal', () => {
  it('activates on both sides, gives the buyer the first seat, and is audited', async () => {
    const bought = await shop.buy();
    await compare();
    const { status, body } = await user.call('POST', `${one(bought)}/activate`);
    expect([status, body.status, body.purchase]).toEqual([200, 'Active', null]);
    expect(shop.theirState(bought)).toBe('Subscribed');
    expect(await shop.seatsOf(body.subscriptionId)).toMatchObject([{ objectId: people.ada.objectId }]);
    const entries = await shop.audited(body.subscriptionId);
    expect(entries.map(({ action, actor }) => [action, actor.kind])).toContainEqual([
      'subscription.change_requested',
      'Member',
    ]);
    expect((await user.call('POST', `${one(bought)}/activate`)).body).toMatchObject({ status: 'Active' });
  });

  it('409: refused by the marketplace, with its error in the list', async () => {
    const bought = await shop.buy();
    await compare();
    shop.proxy.fate = 'refused';
    expect((await user.call('POST', `${one(bought)}/activate`)).status).toBe(409);
    const { reason, reasonText } = await read(bought);
    expect([reason, reasonText]).toEqual(['ActivationFailed', expect.stringContaining('400')]);
    shop.proxy.fate = null;
    expect((await user.call('POST', `${one(bought)}/activate`)).body).toMatchObject({ status: 'Active' });
  });

  it('is audited before the marketplace is asked, so that a lost response loses no entry', async () => {
    const bought = await shop.buy();
    await compare();
    shop.proxy.fate = 'answer-lost';
    expect((await user.call('POST', `${one(bought)}/activate`)).status).toBe(503);
    expect(shop.theirState(bought)).toBe('Subscribed');
    const { subscriptionId } = (await shop.ours(bought)) ?? { subscriptionId: '' };
    expect(await shop.audited(subscriptionId)).toContainEqual(
      expect.objectContaining({
        action: 'subscription.change_requested',
        after: expect.objectContaining({ type: 'activate', marketplaceSubscriptionId: bought.id }),
      }),
    );
  });

  it('does not reach the marketplace while its audit entry cannot be written', async () => {
    const bought = await shop.buy();
    await compare();
    await sql`
      alter table audit_entries add constraint broken check (action <> 'subscription.change_requested') not valid`.execute(
      shop.world.database,
    );
    try {
      expect((await user.call('POST', `${one(bought)}/activate`)).status).toBe(500);
      expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');
    } finally {
      await sql`alter table audit_entries drop constraint broken`.execute(shop.world.database);
    }
    expect((await user.call('POST', `${one(bought)}/activate`)).body).toMatchObject({ status: 'Active' });
  });

  it('422: for a plan that is not mapped; 403: for a reader', async () => {
    const bought = await shop.buy({ planId: 'unmapped', quantity: undefined });
    await compare();
    const { status, body } = await user.call('POST', `${one(bought)}/activate`);
    expect([status, body.code]).toEqual([422, 'marketplace.plan_not_mapped']);
    expect((await reader.call('POST', `${one(bought)}/activate`)).status).toBe(403);
  });
});

describe('a cancellation from the portal', () => {
  it('ends a purchase without a subscription at the marketplace, and is audited', async () => {
    const bought = await shop.buy({ planId: 'unmapped', quantity: undefined });
    await compare();
    const { status, body } = await user.call('POST', `${one(bought)}/cancel`);
    expect([status, body.subscriptionId]).toEqual([200, null]);
    await expect.poll(() => shop.theirState(bought)).toBe('Unsubscribed');
    const [entry] = await shop.audited(shop.connectionId);
    expect(entry).toMatchObject({
      action: 'purchase.cancellation_requested',
      actor: { kind: 'Member' },
      after: { marketplaceSubscriptionId: bought.id },
    });
    expect((await user.call('POST', `${one(bought)}/check`)).body.purchase).toBeNull();
    expect((await user.call('GET', one(bought))).status).toBe(404);
    expect((await user.call('POST', `${one(bought)}/cancel`)).status).toBe(404);
  });

  it('ends a confirmed purchase as a change of its subscription', async () => {
    const bought = await shop.buy();
    const browser = new Browsing();
    shop.proxy.fate = 'refused';
    await confirmPurchase(browser, await visit(bought.link, browser));
    const { status, body } = await user.call('POST', `${one(bought)}/cancel`);
    expect([status, body.status]).toEqual([200, 'Pending']);
    await expect.poll(() => shop.theirState(bought)).toBe('Unsubscribed');
    const [entry] = await shop.audited(body.subscriptionId);
    expect(entry).toMatchObject({ action: 'subscription.change_requested', after: { type: 'cancel' } });
    await user.call('POST', `${one(bought)}/check`);
    expect((await shop.ours(bought))?.status).toBe('Cancelled');
  });

  it('503: while the marketplace is unreachable, and nothing is audited; 403: for a reader', async () => {
    const bought = await shop.buy();
    await compare();
    const before = (await shop.audited(shop.connectionId)).length;
    shop.marketplace.setFault({ kind: 'failing' });
    expect((await user.call('POST', `${one(bought)}/cancel`)).status).toBe(503);
    expect((await reader.call('POST', `${one(bought)}/cancel`)).status).toBe(403);
    expect(await shop.audited(shop.connectionId)).toHaveLength(before);
    expect(shop.theirState(bought)).toBe('PendingFulfillmentStart');
  });
});
