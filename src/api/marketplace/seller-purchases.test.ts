import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  contosoAccount,
  contosoKey,
  desk,
  fabrikamAccount,
  northwindAccount,
  planner,
  store,
} from '../../../emulators/aws-marketplace/sample-directory.ts';
import { Browsing } from '../../../tests/support/browser/browsing.ts';
import { confirmPurchase, linkIn, visitLanding } from '../../../tests/support/browser/landing-visit.ts';
import { buyerTenantId, people } from '../../../tests/support/worlds/landing-world.ts';
import { SellerShop } from '../../../tests/support/worlds/seller-shop.ts';

let shop: SellerShop;
beforeAll(async () => {
  shop = await SellerShop.open();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.emulator.clearFaults();
  shop.emulator.changeSettings({ eventCopies: 1, reverseEvents: 0, holdEvents: 0 });
  shop.emulator.changeDialect({ tokens: 'reusable', licenseArn: 'whole' });
  // A minute apart, so that no test meets the rate limit.
  shop.world.clock.forward(60_000);
  await shop.signInAgain();
});

const status = async (licence: string) => (await shop.ours(licence))?.status;
const isActive = (licence: string) => expect.poll(() => status(licence)).toBe('Active');
const purchaseOf = async (licence: string) =>
  (await shop.user.call('GET', `/purchases/${encodeURIComponent(licence)}`)).body;

const licenceEvent = (type: string, licence: string, rest: object = {}) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': `${type} - Manufacturer`,
  source: 'aws.agreement-marketplace',
  time: shop.world.clock.now().toISOString(),
  resources: [],
  detail: {
    agreement: { id: 'agmt-made-up' },
    product: { code: planner.code },
    license: { arn: licence },
    acceptor: { accountId: northwindAccount },
    ...rest,
  },
});

describe('a purchase', () => {
  it('as you go is confirmed by a tenant, active, and ends with its licence', async () => {
    const { agreementId, licence } = shop.buy();
    const page = await shop.confirm(agreementId);
    expect(page).toMatch(/All set|being set up/);
    await isActive(licence);
    expect(await shop.ours(licence)).toMatchObject({
      source: 'Marketplace',
      tenantId: buyerTenantId,
      quantity: null,
      validUntil: null,
    });
    shop.emulator.end(agreementId, 'CANCELLED');
    await expect.poll(() => status(licence)).toBe('Cancelled');
    expect((await shop.ours(licence))?.endedAt).not.toBeNull();
  });

  it('by contract gives the plan and the seats, and follows an upgrade', async () => {
    const { agreementId, licence } = shop.buy({
      productCode: desk.code,
      entitlements: [{ dimension: 'team', value: 20 }],
      months: 12,
    });
    await shop.confirm(agreementId);
    await isActive(licence);
    const before = await shop.ours(licence);
    expect(before).toMatchObject({ quantity: 20, renewsItself: true });
    expect(before?.validUntil).not.toBeNull();
    shop.emulator.amend(agreementId, [{ dimension: 'business', value: 1 }]);
    await expect.poll(async () => (await shop.ours(licence))?.quantity).toBeNull();
    expect((await shop.ours(licence))?.planId).not.toBe(before?.planId);
  });

  it('as a free trial is a trial', async () => {
    const { agreementId, licence } = shop.buy({ isFreeTrial: true });
    const link = await shop.register(agreementId, { 'x-amzn-marketplace-offer-type': 'free-trial' });
    const browser = new Browsing();
    await confirmPurchase(browser, await (await visitLanding(browser, link, people.ada)).text());
    await isActive(licence);
    expect(await shop.ours(licence)).toMatchObject({ isTrial: true, validUntil: null });
  });

  it('of a dimension without a mapping beside a mapped one raises one notice', async () => {
    const contractDimensions = [...desk.contractDimensions, 'extra'];
    shop.emulator.registerProduct(contosoAccount, { ...desk, contractDimensions });
    const bought = (seats: number) => [
      { dimension: 'team', value: seats },
      { dimension: 'extra', value: 1 },
    ];
    const { agreementId, licence } = shop.buy({
      productCode: desk.code,
      entitlements: bought(3),
      months: 12,
    });
    await shop.confirm(agreementId);
    await isActive(licence);
    shop.emulator.amend(agreementId, bought(6));
    await expect.poll(async () => (await shop.ours(licence))?.quantity).toBe(6);
    const notices = async () =>
      (await shop.user.call('GET', '/notices?kind=MarketplaceNotRepaired')).body.items.filter(
        (notice: object) => JSON.stringify(notice).includes('mapped to no plan'),
      );
    await expect.poll(async () => (await notices()).length).toBe(1);
    shop.emulator.registerProduct(contosoAccount, desk);
  });

  it('waits in Purchases with its account number until staff assign it', async () => {
    const { licence } = shop.buy({ buyerAccountId: fabrikamAccount });
    await expect.poll(async () => (await purchaseOf(licence)).account).toBe(fabrikamAccount);
    expect(await purchaseOf(licence)).toMatchObject({
      tenantId: null,
      reason: 'BuyerNotArrived',
      canActivate: false,
      canAssign: true,
      canCancel: false,
    });
    const waiting = await shop.user.call('GET', '/purchases?search=3333%204444%205555');
    expect(waiting.body).toMatchObject({
      items: [{ marketplaceSubscriptionId: licence }],
      total: { count: 1, isExact: true },
    });
    expect((await shop.user.call('GET', '/purchases?search=999999999999')).body.items).toEqual([]);
    const { landingLink } = await purchaseOf(licence);
    expect(await (await fetch(landingLink)).text()).toContain('Complete your purchase');
    const path = `/purchases/${encodeURIComponent(licence)}/assign`;
    const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
    expect((await shop.user.call('POST', path, { body: { tenantId: personal } })).status).toBe(400);
    const assigned = await shop.user.call('POST', path, { body: { tenantId: buyerTenantId } });
    expect(assigned.body).toMatchObject({ status: 'Active', purchase: null });
    const { subscriptionId } = assigned.body;
    const found = { subscriptionId, account: fabrikamAccount, canRequestChange: false };
    expect((await shop.user.call('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject(found);
    const listed = await shop.user.call('GET', `/subscriptions?account=${fabrikamAccount}`);
    expect(listed.body.items).toMatchObject([found]);
    const customers = await shop.user.call('GET', '/customers?search=3333-4444-5555');
    expect(customers.body.items).toMatchObject([{ tenantId: buyerTenantId }]);
    const accounts = expect.arrayContaining([fabrikamAccount]);
    expect(customers.body.items[0].accounts).toEqual(accounts);
    expect((await shop.user.call('GET', `/tenants/${buyerTenantId}`)).body.accounts).toEqual(accounts);
    const { body } = await shop.user.call('GET', '/search?text=333344445555');
    expect(body.tenants).toMatchObject([{ tenantId: buyerTenantId }]);
    expect(body.subscriptions).toMatchObject([{ subscriptionId }]);
    const again = await shop.user.call('POST', path, { body: { tenantId: people.sam.tenantId } });
    expect(again.status).toBe(409);
  });

  it('is another tenant’s after it was confirmed', async () => {
    const { agreementId, licence } = shop.buy();
    await shop.confirm(agreementId);
    await isActive(licence);
    const page = await visitLanding(new Browsing(), await shop.register(agreementId), people.sam);
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('Please use another account');
    expect((await shop.ours(licence))?.tenantId).toBe(buyerTenantId);
  });

  it('that two tenants open goes to the first that confirms', async () => {
    const { agreementId, licence } = shop.buy();
    const [first, second] = [new Browsing(), new Browsing()];
    const pages = [
      await (await visitLanding(first, await shop.register(agreementId), people.sam)).text(),
      await (await visitLanding(second, await shop.register(agreementId), people.ada)).text(),
    ];
    await confirmPurchase(second, pages[1] ?? '');
    const late = await confirmPurchase(first, pages[0] ?? '');
    expect(late.status).toBe(403);
    await isActive(licence);
    expect((await shop.ours(licence))?.tenantId).toBe(buyerTenantId);
  });
});

describe('a registration', () => {
  it.each([
    ['no token', ''],
    ['a forged token', 'a-forged+token/'],
    ['a token with blanks for plus signs', 'x y'],
  ])('with %s shows a page', async (_, token) => {
    const answer = await shop.post(token);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Set up your account');
  });

  it('redeems a token that is valid once, and the link of our own works again', async () => {
    shop.emulator.changeDialect({ tokens: 'single-use', licenseArn: 'without-prefix' });
    const { agreementId } = shop.buy();
    const { token } = shop.emulator.issueToken(agreementId);
    const link = (await shop.post(token)).headers.get('location') ?? '';
    expect((await shop.post(token)).status).toBe(400);
    expect((await fetch(link)).status).toBe(200);
    expect((await fetch(link)).status).toBe(200);
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const page = await visitLanding(new Browsing(), forged, people.ada);
    expect(page.status).toBe(400);
    shop.world.clock.forward(3_600_001);
    expect((await visitLanding(new Browsing(), link, people.ada)).status).toBe(400);
  });

  it('can be tried again when the marketplace did not respond', async () => {
    const { agreementId } = shop.buy();
    shop.emulator.setFault({ kind: 'failing', operation: 'ResolveCustomer' });
    const away = await shop.post(shop.emulator.issueToken(agreementId).token);
    expect(away.status).toBe(503);
    shop.emulator.clearFaults();
    const again = await new Browsing().follow(linkIn(await away.text(), 'Try again'));
    const page = await again.text();
    expect(page).toContain('Complete your purchase');
    expect(page).not.toContain('Billing begins');
  });

  it('of a product without a mapping tells that it is not ready', async () => {
    const { agreementId } = shop.buy({
      productCode: store.code,
      entitlements: [{ dimension: 'gigabytes', value: 5 }],
      months: 1,
    });
    const page = await visitLanding(new Browsing(), await shop.register(agreementId), people.ada);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('Your plan is not ready yet');
  });

  it.each([
    ['product', { product: { code: desk.code } }, `The licence is of the product ${desk.code}.`],
    [
      'account',
      { acceptor: { accountId: fabrikamAccount } },
      `The licence belongs to the account ${fabrikamAccount}.`,
    ],
  ])(
    'of another %s than an event has told is not taken, and support is notified',
    async (_, rest, reason) => {
      shop.emulator.changeSettings({ holdEvents: 1 });
      const { agreementId, licence } = shop.buy();
      const event = licenceEvent('License Updated', licence, rest);
      await shop.send(event);
      const state = async () =>
        (await shop.calls()).find(({ operationId }) => operationId === event.id)?.state;
      await expect.poll(state).toBe('Ignored');
      const answer = await shop.post(shop.emulator.issueToken(agreementId).token);
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('The state of your subscription is unknown');
      expect(await shop.ours(licence)).toBeUndefined();
      const notices = (await shop.user.call('GET', '/notices?kind=PurchaseNotActivated')).body.items;
      const facts = expect.objectContaining({ cause: 'Unclear', reason, marketplaceSubscriptionId: licence });
      expect(notices).toContainEqual(expect.objectContaining({ facts }));
    },
  );

  it('at an unknown connection, and at one of another marketplace, is not taken', async () => {
    const url = `${shop.world.service.url}/marketplace/landing/${randomUUID()}`;
    const answer = await new Browsing().post(url, { 'x-amzn-marketplace-token': 'x' });
    expect(answer.status).toBe(404);
  });
});

describe('an event', () => {
  /** Events are awaited by the clock of the test. */
  const areDecided = async () => {
    shop.world.clock.forward(5_000);
    return (await shop.calls()).every(({ state }) => state !== 'Received');
  };

  it('is stored once, whatever the order', async () => {
    shop.emulator.changeSettings({ eventCopies: 2, reverseEvents: 1 });
    const { agreementId, licence } = shop.buy();
    await shop.confirm(agreementId);
    await isActive(licence);
    const event = licenceEvent('License Updated', licence);
    expect(await (await shop.send(event)).json()).toEqual({ eventId: event.id, isNew: true });
    expect(await (await shop.send(event)).json()).toEqual({ eventId: event.id, isNew: false });
  });

  it('needs the secret; an unknown connection is answered alike', async () => {
    const event = licenceEvent('License Updated', 'none');
    const elsewhere = shop.eventsUrl.replace(shop.connectionId, randomUUID());
    const answers = [
      await shop.send(event, 'wrong'),
      await shop.send(event, null),
      await shop.send(event, shop.eventSecret, elsewhere),
      await shop.send(event, shop.eventSecret, shop.eventsUrl.replace(shop.connectionId, 'x')),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
    const codes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { code: string }).code),
    );
    expect(new Set(codes).size).toBe(1);
  });

  it('of a megabyte, without an id, or no JSON is refused', async () => {
    const big = { ...licenceEvent('License Updated', 'none'), padding: 'x'.repeat(1024 * 1024) };
    expect((await shop.send(big)).status).toBe(413);
    expect((await shop.send({ detail: {} })).status).toBe(400);
    expect((await shop.send('{')).status).toBe(400);
  });

  it('of an unknown type, or that contradicts what is known, changes nothing', async () => {
    const { agreementId, licence } = shop.buy();
    await shop.confirm(agreementId);
    await isActive(licence);
    const strange = [
      licenceEvent('License Frozen', licence),
      licenceEvent('License Deprovisioned', licence, { product: { code: desk.code } }),
      licenceEvent('License Deprovisioned', licence, { acceptor: { accountId: fabrikamAccount } }),
      licenceEvent('License Deprovisioned', licence, { license: {} }),
    ];
    for (const event of strange) await shop.send(event);
    const states = async () => {
      shop.world.clock.forward(60_000);
      const calls = await shop.calls();
      return strange.map(({ id }) => calls.find(({ operationId }) => operationId === id)?.state);
    };
    await expect.poll(states).toEqual(['Ignored', 'Failed', 'Failed', 'Failed']);
    expect(await status(licence)).toBe('Active');
  });

  it.each([
    ['renew', 'in order'],
    ['replace', 'in order'],
    ['renew', 'reversed'],
  ])('%s continues the subscription with the new licence: events %s', async (verb, order) => {
    const { agreementId, licence } = shop.buy({
      productCode: desk.code,
      entitlements: [{ dimension: 'team', value: 3 }],
      months: 1,
    });
    await shop.confirm(agreementId);
    await isActive(licence);
    await expect.poll(areDecided).toBe(true);
    const before = await shop.ours(licence);
    const entitlements = [{ dimension: 'team', value: 7 }];
    shop.emulator.changeSettings({ reverseEvents: order === 'reversed' ? 1 : 0 });
    const next =
      verb === 'renew'
        ? shop.emulator.renew(agreementId)
        : shop.emulator.replace(agreementId, { entitlements, months: 12 });
    const ours = () => shop.ours(next.licenseArn);
    await expect.poll(async () => (await ours())?.subscriptionId).toBe(before?.subscriptionId);
    await expect.poll(async () => (await ours())?.quantity).toBe(verb === 'renew' ? 3 : 7);
    await expect.poll(areDecided).toBe(true);
    expect(await status(next.licenseArn)).toBe('Active');
    expect(await shop.ours(licence)).toBeUndefined();
  });

  it('of the first licence that comes after its renewal continues the subscription', async () => {
    shop.emulator.changeSettings({ holdEvents: 1 });
    const { agreementId, licence } = shop.buy({
      productCode: desk.code,
      entitlements: [{ dimension: 'team', value: 3 }],
      months: 1,
    });
    const late = shop.emulator.deliveries().filter((delivery) => delivery.agreementId === agreementId);
    await shop.confirm(agreementId);
    await isActive(licence);
    const before = await shop.ours(licence);
    shop.emulator.changeSettings({ holdEvents: 0 });
    const next = shop.emulator.renew(agreementId);
    const created = async () =>
      (await shop.calls()).find(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId === next.id);
    await expect.poll(async () => (await created())?.detail).toContain('its events are awaited');
    for (const { body } of late) await shop.send(body);
    const isFollowed = async () => {
      shop.world.clock.forward(5_000);
      // Any event wakes the worker.
      await shop.send(licenceEvent('License Frozen', licence));
      return (await shop.ours(next.licenseArn))?.status;
    };
    await expect.poll(isFollowed).toBe('Active');
    expect((await shop.ours(next.licenseArn))?.subscriptionId).toBe(before?.subscriptionId);
  });

  it('of an end whose cause is never told ends the subscription after two minutes', async () => {
    const { agreementId, licence } = shop.buy();
    await shop.confirm(agreementId);
    await isActive(licence);
    await shop.send(licenceEvent('License Deprovisioned', licence));
    const ends = async () => {
      shop.world.clock.forward(10_000);
      return status(licence);
    };
    await expect.poll(ends).toBe('Cancelled');
  });
});

describe('reconciliation', () => {
  const reconcile = async () => {
    const path = `/marketplace-connections/${shop.connectionId}`;
    await shop.user.call('POST', `${path}/reconcile`);
    const before = shop.world.clock.now();
    shop.world.clock.forward(1_000);
    await expect
      .poll(async () => new Date((await shop.user.call('GET', path)).body.reconciliation.doneAt) > before)
      .toBe(true);
    return (await shop.user.call('GET', path)).body.reconciliation;
  };

  it('follows a contract whose events were lost, and leaves unconfirmed purchases in the list', async () => {
    const { agreementId, licence } = shop.buy({
      productCode: desk.code,
      entitlements: [{ dimension: 'team', value: 4 }],
      months: 12,
    });
    await shop.confirm(agreementId);
    await isActive(licence);
    const waiting = shop.buy();
    await expect.poll(async () => (await purchaseOf(waiting.licence)).account).toBe(northwindAccount);
    shop.emulator.changeSettings({ holdEvents: 1 });
    shop.emulator.amend(agreementId, [{ dimension: 'team', value: 9 }]);
    const result = await reconcile();
    expect(result.failure).toBeNull();
    expect((await shop.ours(licence))?.quantity).toBe(9);
    expect((await purchaseOf(waiting.licence)).account).toBe(northwindAccount);
  });

  const seller = async () =>
    (await shop.user.call('GET', `/marketplace-connections/${shop.connectionId}`)).body.seller;

  it('begins and ends pay as you go by its agreement when every event was lost', async () => {
    shop.emulator.changeSettings({ holdEvents: 1 });
    const { agreementId, licence } = shop.buy({ buyerAccountId: fabrikamAccount });
    expect(await shop.confirm(agreementId)).toContain('being set up');
    await reconcile();
    expect(await status(licence)).toBe('Active');
    shop.emulator.end(agreementId, 'CANCELLED');
    expect((await reconcile()).failure).toBeNull();
    expect(await status(licence)).toBe('Cancelled');
    expect((await seller()).reconcilesAgreements).toBe(true);
  });

  it('leaves pay as you go to its events where the rights are not granted, and says so', async () => {
    const { agreementId, licence } = shop.buy();
    await shop.confirm(agreementId);
    await isActive(licence);
    const rights = ['ResolveCustomer', 'BatchMeterUsage', 'GetEntitlements', 'SearchAgreements'];
    for (const granted of [rights, rights.slice(0, 3)]) {
      shop.emulator.registerAccessKey({
        ...contosoKey,
        rights: granted.map((right) => `aws-marketplace:${right}`),
      });
      shop.emulator.changeSettings({ holdEvents: 1 });
      if (granted === rights) shop.emulator.end(agreementId, 'CANCELLED');
      expect((await reconcile()).failure).toBeNull();
      expect(await status(licence)).toBe('Active');
      expect((await seller()).reconcilesAgreements).toBe(false);
    }
    shop.emulator.registerAccessKey(contosoKey);
  });
});
