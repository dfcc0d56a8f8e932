import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountVisitor } from '../../../tests/support/browser/account-visit.ts';
import type { Browsing } from '../../../tests/support/browser/browsing.ts';
import { confirmPurchase, visitLanding } from '../../../tests/support/browser/landing-visit.ts';
import { done } from '../../../tests/support/done.ts';
import {
  type Bought,
  buyerTenantId,
  LandingWorld,
  type Person,
  people,
} from '../../../tests/support/worlds/landing-world.ts';
import { eraseMember } from '../../actions/privacy/personal-data.ts';
import { addOrganisation, saveMember } from '../../actions/subscriptions/customers.ts';
import { assignSeat, releaseSeat } from '../../actions/subscriptions/seats.ts';
import { suspendWorkspace } from '../../actions/workspaces/workspaces.ts';
import { submit } from '../../core/usage/reports/report.ts';
import { usageHourOf } from '../../core/usage/reports/window.ts';
import { type Quantity, readQuantity } from '../../core/values/quantity.ts';
import { findMemberOfTenant } from '../../storage/subscriptions/customers.ts';
import { insertReports } from '../../storage/usage/reports.ts';
import { listAuditEntries } from '../../storage/workspaces/audit-entries.ts';

const { ada, bert, rosa, sam } = people;

let shop: LandingWorld;
beforeAll(async () => {
  shop = await LandingWorld.open();
});
afterAll(() => shop.close());
// A minute apart, so that no test meets the rate limit.
beforeEach(() => shop.world.clock.forward(60_000));

const url = (rest = '', connectionId = shop.connectionId) =>
  `${shop.world.service.url}/account/${connectionId}${rest}`;
const context = () => shop.world.context;

const signIn = (person: Person, rest = '') => AccountVisitor.signIn(url(rest), person);

/** Signed-in browsers, because most of a short test would be the sign-in. */
const sessions = new Map<string, { readonly browser: Browsing; readonly until: number }>();
const sessionEnd = () => shop.world.clock.now().getTime() + 50 * 60_000;

async function visit(person: Person, rest = ''): Promise<AccountVisitor> {
  const session = sessions.get(person.preferredUsername);
  if (session && shop.world.clock.now().getTime() < session.until) {
    const visitor = new AccountVisitor(session.browser.twin());
    await visitor.open(url(rest));
    return visitor;
  }
  const visitor = await signIn(person, rest);
  sessions.set(person.preferredUsername, { browser: visitor.browser.twin(), until: sessionEnd() });
  return visitor;
}

/** A purchase of Ada's that she has confirmed. */
async function confirmed(order: Readonly<Record<string, unknown>> = {}, confirmer: Person = ada) {
  const bought = await shop.buy(order);
  const { browser } = new AccountVisitor();
  await confirmPurchase(browser, await (await visitLanding(browser, bought.link, confirmer)).text());
  sessions.set(confirmer.preferredUsername, { browser: browser.twin(), until: sessionEnd() });
  const ours = await shop.ours(bought);
  if (!ours) throw new Error('The purchase was not received');
  return {
    bought,
    browser,
    subscriptionId: ours.subscriptionId,
    path: `/subscriptions/${ours.subscriptionId}`,
  };
}

const emailsOf = async (subscriptionId: string) =>
  (await shop.seatsOf(subscriptionId)).map(({ email, objectId }) => email ?? objectId).sort();

describe('what a user sees', () => {
  it('the subscriptions of the tenant, with term, seats and usage', async () => {
    const { path } = await confirmed({ quantity: 7 });
    await confirmed({ planId: 'site', quantity: undefined });
    const customer = await visit(ada);
    expect(customer.status).toBe(200);
    expect(customer.text).toContain('Your subscriptions');
    for (const words of ['Forum', 'Team', 'Renews on', '1 of 7 assigned', 'You have a seat', 'Whole site']) {
      expect(customer.text).toContain(words);
    }
    expect(customer.text).toContain('Usage of this period');
    expect(customer.text).toContain('0 units');
    await customer.open(url(path));
    expect(customer.text).toContain('6 of 7 seats are free.');
    expect(customer.text).toContain('ada@contoso.example');
    for (const words of [
      'Included in your plan',
      'Polls',
      'Ask &lt;everybody&gt;.',
      '1,500 MB',
      'Unlimited',
    ]) {
      expect(customer.text).toContain(words);
    }
    expect(customer.text).not.toContain('internal');
  });

  it.each([
    ['of a colleague: to read', bert, true, false],
    ['of the reseller who has confirmed: to manage', rosa, true, true],
    ['of a stranger: none', sam, false, false],
  ] as const)('the access %s', async (_case, person, reads, manages) => {
    const { path } = await confirmed(
      { purchaser: { tenantId: rosa.tenantId, objectId: rosa.objectId, emailId: rosa.email } },
      rosa,
    );
    const customer = await visit(person, path);
    expect(customer.text.includes('<dt>Plan</dt>')).toBe(reads);
    expect(customer.text.includes('Assign seats to')).toBe(manages);
    // The people with seats are shown to those who manage them.
    expect(customer.text.includes('ada@contoso.example')).toBe(manages);
    if (!reads) {
      expect(customer.status).toBe(403);
      expect(customer.text).toContain('You are signed in as <strong>sam@stranger.example</strong>');
      expect(customer.text).toContain('Sign in with another account');
      expect(customer.text).toContain('href="mailto:help@arcadia.example"');
    }
  });

  it("the partner's logo, as an image that runs no scripts", async () => {
    const { path } = await confirmed();
    const customer = await visit(ada, path);
    const [, source = ''] = /<img src="([^"]+)"/.exec(customer.text) ?? [];
    const logo = await fetch(source);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(logo.headers.get('content-security-policy')).toContain('sandbox');
    expect(logo.headers.get('x-content-type-options')).toBe('nosniff');
    expect(logo.headers.get('cache-control')).toContain('immutable');
    const older = await fetch(source.replace(/v=.*/, 'v=1'));
    expect(older.headers.get('cache-control')).toBe('public, max-age=300');
    for (const unknown of [randomUUID(), 'nonsense']) {
      expect((await fetch(source.replace(/[^/]+$/, unknown))).status).toBe(404);
    }
  });

  it('a colleague without a seat learns whom to ask and what to send', async () => {
    const { path } = await confirmed();
    const customer = await visit(bert, path);
    expect(customer.text).toContain('You have no seat');
    expect(customer.text).toContain(bert.objectId);
  });

  it('403: nothing with a personal account, here or on the landing page', async () => {
    const pat = shop.personal();
    const bought = await shop.buy({
      beneficiary: { tenantId: pat.tenantId, objectId: pat.objectId, emailId: pat.email },
    });
    const customer = await visit(pat);
    const landing = await visitLanding(new AccountVisitor().browser, bought.link, pat);
    for (const [status, text] of [
      [customer.status, customer.text],
      [landing.status, await landing.text()],
    ]) {
      expect(status).toBe(403);
      expect(text).toContain('You signed in with a personal Microsoft account');
    }
    await customer.open(url());
    expect(customer.text).toContain('Sign in with your work account');
  });

  it('nothing before the sign-in, and nothing after the sign-out', async () => {
    const { path } = await confirmed();
    const customer = new AccountVisitor();
    await customer.open(url(path));
    expect(customer.text).toContain('Sign in with your work account');
    expect(customer.text).not.toContain('Team');
    const signedIn = await signIn(ada, path);
    expect(signedIn.url).toBe(url(path));
    expect(signedIn.text).toContain('Team');
    await signedIn.submit('/sign-out', {});
    await signedIn.open(url(path));
    expect(signedIn.text).toContain('Sign in with your work account');
  });

  it('nothing with a copy of the cookie after the sign-out', async () => {
    const { path } = await confirmed();
    const signedIn = await signIn(ada, path);
    const copy = signedIn.browser.twin();
    const open = async () => (await copy.get(url(path))).text();
    expect(await open()).toContain('Team');
    const { form } = signedIn;
    await signedIn.submit('/sign-out', {});
    expect(await open()).toContain('Sign in with your work account');
    const sent = await copy.post(url(`${path}/seats`), { form, people: randomUUID() });
    expect(await sent.text()).toContain('Sign in');
    expect(await shop.seatsOf(path.replace('/subscriptions/', ''))).toHaveLength(1);
    // Another session of the same user goes on.
    expect((await visit(ada, path)).text).toContain('Team');
  });

  it('nothing an hour after the sign-in', async () => {
    const customer = await signIn(ada);
    shop.world.clock.forward(60 * 60_000);
    await customer.open(url());
    expect(customer.text).toContain('Sign in with your work account');
  });

  it("nothing through another workspace's connection, or an unknown one", async () => {
    const other = await shop.anotherConnection();
    const customer = await visit(ada);
    await customer.open(url('', other));
    expect(customer.status).toBe(403);
    const { path } = await confirmed();
    await customer.open(url(path, other));
    expect(customer.text).toContain('Nothing to show for this account');
    for (const unknown of [randomUUID(), 'nonsense']) {
      await customer.open(url('', unknown));
      expect(customer.status).toBe(404);
    }
  });

  it('that the page is not available while the workspace is suspended', async () => {
    const customer = await visit(ada);
    await suspendWorkspace(context(), shop.workspaceId, 'unpaid');
    await customer.open(url());
    await suspendWorkspace(context(), shop.workspaceId, null);
    expect(customer.status).toBe(503);
    expect(customer.text).not.toContain('Team');
  });

  it('is led there by the landing page, without another sign-in', async () => {
    const { bought, browser, path } = await confirmed();
    const active = await (await browser.get(bought.link)).text();
    expect(active).toContain(`href="${url(path)}"`);
    const page = await browser.get(url(path));
    expect(await page.text()).toContain('Assign seats to');
  });
});

describe('seats', () => {
  it('are assigned by address and object id, and released, with the customer in the audit log', async () => {
    const { path, subscriptionId } = await confirmed();
    const colleague = { tenantId: buyerTenantId, objectId: randomUUID(), email: 'known@contoso.example' };
    await saveMember(context(), shop.workspaceId, { ...colleague, isActive: true });
    const customer = await visit(ada, path);
    // Audit entries of one millisecond have no order.
    shop.world.clock.forward(1_000);
    await customer.submit(`${path}/seats`, { people: `Known@contoso.example\n${bert.objectId}` });
    expect(customer.status).toBe(200);
    expect(customer.text).toContain('The seats are assigned.');
    expect(await emailsOf(subscriptionId)).toEqual(
      ['ada@contoso.example', bert.objectId, 'known@contoso.example'].sort(),
    );
    expect((await shop.audited(subscriptionId))[0]).toMatchObject({
      action: 'seat.assigned',
      actor: { kind: 'Visitor', name: 'Ada (ada@contoso.example)', address: '127.0.0.1' },
      after: { assigned: 3 },
    });

    shop.world.clock.forward(1_000);
    await customer.submit(`${path}/release`, { memberId: customer.memberIdOf(bert.objectId) });
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example', 'known@contoso.example']);
    expect((await shop.audited(subscriptionId))[0]).toMatchObject({
      action: 'seat.released',
      actor: { name: 'Ada (ada@contoso.example)' },
    });
  });

  it('are refused line by line, and never more than were bought', async () => {
    const { path, subscriptionId } = await confirmed({ quantity: 2 });
    const customer = await visit(ada, path);
    await customer.submit(`${path}/release`, { email: 'a\0@b.example' });
    expect(customer.status).toBe(200);
    const people = [bert.objectId, 'nobody', 'a\0@b.example', randomUUID()].join('\n');
    await customer.submit(`${path}/seats`, { people });
    expect(customer.status).toBe(422);
    expect(customer.text).toContain('One seat is assigned.');
    expect(customer.text).toContain('Enter an e-mail address or an object id.');
    expect(customer.text).toContain('No seat is free. Release one, or buy more on the marketplace.');
    expect(await emailsOf(subscriptionId)).toHaveLength(2);
  });

  it('are reserved for a new address, and accepted by its owner', async () => {
    const { path, subscriptionId } = await confirmed();
    const customer = await visit(ada, path);
    await customer.submit(`${path}/seats`, { people: 'Bert@contoso.example' });
    expect(customer.text).toContain('Reserved: they accept the seat');
    expect(customer.text).toContain('3 of 5 seats are free.');
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
    // Nobody else can accept it.
    await customer.submit(`${path}/accept`, {});
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);

    const invited = await visit(bert, path);
    expect(invited.text).toContain('A seat is reserved for you');
    shop.world.clock.forward(1_000);
    await invited.submit(`${path}/accept`, {});
    expect(invited.text).toContain('You have a seat now.');
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example', 'bert@contoso.example']);
    expect((await shop.audited(subscriptionId))[0]).toMatchObject({
      action: 'seat.assigned',
      actor: { name: 'Bert (bert@contoso.example)' },
    });
    await eraseMember(context(), shop.workspaceId, bert);
    expect(JSON.stringify(await shop.audited(subscriptionId))).not.toContain('bert@');
  });

  it('that are reserved go to a member whom the partner adds with that address, if one is free', async () => {
    const { path, subscriptionId } = await confirmed({ quantity: 2 });
    const customer = await visit(ada, path);
    await customer.submit(`${path}/seats`, { people: 'carla@contoso.example' });
    const member = { tenantId: buyerTenantId, objectId: randomUUID(), isActive: true };
    const another = await saveMember(context(), shop.workspaceId, { ...member, email: null });
    done(await assignSeat(context(), shop.workspaceId, subscriptionId, another.memberId));
    const carla = { ...member, objectId: randomUUID(), email: 'Carla@contoso.example' };
    const { memberId } = await saveMember(context(), shop.workspaceId, carla);
    expect(await emailsOf(subscriptionId)).not.toContain(carla.email);
    done(await releaseSeat(context(), shop.workspaceId, subscriptionId, another.memberId));
    expect(await saveMember(context(), shop.workspaceId, carla)).toEqual({ memberId });
    expect(await emailsOf(subscriptionId)).toContain(carla.email);
    const later = await visit(ada, path);
    expect(later.text).toContain('Carla@contoso.example');
    expect(later.text).not.toContain('carla@contoso.example');
    await eraseMember(context(), shop.workspaceId, carla);
  });

  it('that are reserved can be cancelled, and taken by the partner meanwhile', async () => {
    const { path, subscriptionId } = await confirmed({ quantity: 2 });
    const customer = await visit(ada, path);
    await customer.submit(`${path}/seats`, { people: 'x@contoso.example' });
    await customer.submit(`${path}/release`, { email: 'x@contoso.example' });
    expect(customer.text).toContain('The seat is free.');
    await customer.submit(`${path}/seats`, { people: 'bert@contoso.example' });
    const member = { tenantId: buyerTenantId, objectId: randomUUID(), email: null, isActive: true };
    const { memberId } = await saveMember(context(), shop.workspaceId, member);
    done(await assignSeat(context(), shop.workspaceId, subscriptionId, memberId));
    const invited = await visit(bert, path);
    await invited.submit(`${path}/accept`, {});
    expect(invited.text).toContain('No seat is free any more.');
    expect(invited.text).toContain('A seat is reserved for you');
  });

  it('are managed by an administrator of the tenant until the partner removes them', async () => {
    const { path, subscriptionId } = await confirmed();
    const change = (changes: { isAdministrator?: boolean; isActive?: boolean }) =>
      saveMember(context(), shop.workspaceId, {
        tenantId: bert.tenantId,
        objectId: bert.objectId,
        email: bert.email,
        isActive: true,
        ...changes,
      });
    await change({ isAdministrator: true });
    const customer = await visit(bert, path);
    await customer.submit(`${path}/seats`, { people: bert.objectId });
    expect(await emailsOf(subscriptionId)).toContain(bert.email);
    // The form was shown before; the rights are those of now.
    await change({ isActive: false });
    await customer.submit(`${path}/seats`, { people: randomUUID() });
    await customer.submit(`${path}/release`, { memberId: customer.memberIdOf('ada@contoso.example') });
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example', bert.email].sort());
    expect(customer.text).not.toContain('Assign seats to');
    await eraseMember(context(), shop.workspaceId, bert);
  });

  it.each<[string, () => Person]>([
    ['a colleague', () => bert],
    ['a stranger', () => sam],
    ['the buyer, as a guest of another tenant', () => shop.guest(ada, sam.tenantId)],
  ])('are not changed by %s', async (_case, person) => {
    const { path, subscriptionId } = await confirmed();
    const before = await visit(ada, path);
    const memberId = before.memberIdOf('ada@contoso.example');
    const customer = await visit(person());
    await customer.submit(`${path}/seats`, { people: randomUUID() });
    await customer.submit(`${path}/release`, { memberId });
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
  });

  it('are released, not assigned, while the subscription is suspended, and left alone after its end', async () => {
    const { bought, path, subscriptionId } = await confirmed();
    const customer = await visit(ada, path);
    const change = async (operation: string, status: string, of: Bought = bought) => {
      await shop.customer(of, operation);
      await expect.poll(async () => (await shop.ours(of))?.status, { timeout: 20_000 }).toBe(status);
    };
    await customer.submit(`${path}/seats`, { people: bert.objectId });
    await change('suspend', 'Suspended');
    await customer.submit(`${path}/seats`, { people: randomUUID() });
    expect(customer.text).toContain('Seats can be assigned again when the subscription is active.');
    expect(customer.text).toContain('Correct the payment on the marketplace');
    await customer.submit(`${path}/release`, { memberId: customer.memberIdOf(bert.objectId) });
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
    const memberId = customer.memberIdOf('ada@contoso.example');
    await change('unsubscribe', 'Cancelled');
    await customer.submit(`${path}/release`, { memberId });
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
    expect(customer.text).toContain('Ended on');
  });
});

describe('people without a seat', () => {
  it('are listed for those who assign, and get one by a click', async () => {
    const { path, subscriptionId } = await confirmed();
    const objectId = randomUUID();
    const email = `${objectId.slice(0, 8)}@contoso.example`;
    await saveMember(context(), shop.workspaceId, {
      tenantId: buyerTenantId,
      objectId,
      email,
      isActive: true,
    });
    const customer = await visit(ada, path);
    const [, listed = ''] = customer.text.split('People without a seat');
    expect(listed).toContain(email);
    expect(listed).toContain(`a seat to ${email}`);
    expect((await visit(bert, path)).text).not.toContain(email);
    await customer.submit(`${path}/seats`, { people: objectId });
    expect(customer.text).toContain('The seats are assigned.');
    expect(await emailsOf(subscriptionId)).toContain(email);
  });
});

describe('activity', () => {
  it('has who assigned and released, and what the marketplace did, for those who manage', async () => {
    const { path, subscriptionId } = await confirmed();
    const objectId = randomUUID();
    const email = `${objectId.slice(0, 8)}@contoso.example`;
    const saved = { tenantId: buyerTenantId, objectId, email, isActive: true };
    const { memberId } = await saveMember(context(), shop.workspaceId, saved);
    const customer = await visit(ada, path);
    shop.world.clock.forward(1_000);
    await customer.submit(`${path}/seats`, { people: email });
    shop.world.clock.forward(1_000);
    const actor = { kind: 'Member', id: randomUUID(), name: 'Mara Voss', address: null } as const;
    done(await releaseSeat({ ...context(), actor }, shop.workspaceId, subscriptionId, memberId));
    await customer.open(url(path));
    const [, activity = ''] = customer.text.split('id="activity"');
    const texts = [`Seat of ${email} released`, `Seat assigned to ${email}`, 'Activated', 'Bought: Team'];
    const found = texts.map((text) => activity.indexOf(text));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found[0]).toBeGreaterThan(0);
    expect(activity).toContain('by Ada (ada@contoso.example)');
    expect(activity).toContain('by the marketplace');
    // The partner's people appear as the partner.
    expect(activity).not.toContain('Mara Voss');
    expect((await visit(bert, path)).text).not.toContain('id="activity"');
  });
});

describe('the organisation', () => {
  it('is named to users of the tenant, and its administrators to those who manage', async () => {
    await confirmed();
    const contoso = { name: 'Contoso Ltd', tenantIds: [buyerTenantId], moveTenants: true };
    done(await addOrganisation(context(), shop.workspaceId, contoso));
    for (const person of [ada, bert]) {
      const { text } = await visit(person);
      expect(text).toContain('Contoso Ltd');
      expect(text).toContain(`<code>${buyerTenantId}</code>`);
      expect(text.includes('Administrators</h3>')).toBe(person === ada);
    }
  });

  it('gets administrators from a buyer of all subscriptions, who remove each other but not themselves', async () => {
    const { path } = await confirmed();
    const buyer = await visit(ada);
    await buyer.submit('/administrators', { person: 'nobody@contoso.example' });
    expect(buyer.status).toBe(422);
    expect(buyer.text).toContain('Nobody with this address is known here yet.');
    await buyer.open(url());
    await buyer.submit('/administrators', { person: bert.objectId });
    expect(buyer.text).toContain('The administrator is added.');
    const member = await findMemberOfTenant(shop.world.database, shop.workspaceId, bert);
    const memberId = member?.memberId ?? '';
    const administrator = await visit(bert, path);
    expect(administrator.text).toContain('Assign seats to');
    await administrator.open(url());
    await administrator.submit('/administrators/remove', { memberId });
    expect(administrator.text).toContain('Nothing has changed.');
    // Audit entries of one millisecond have no order.
    shop.world.clock.forward(1_000);
    await buyer.submit('/administrators/remove', { memberId });
    expect(buyer.text).toContain('The administrator is removed.');
    const [entry] = await listAuditEntries(shop.world.database, shop.workspaceId, {
      subjectId: memberId,
      limit: 1,
    });
    expect(entry).toMatchObject({
      action: 'customer_member.changed',
      actor: { kind: 'Visitor', name: 'Ada (ada@contoso.example)' },
      before: { isAdministrator: true },
      after: { isAdministrator: false },
    });
    expect((await visit(bert, path)).text).not.toContain('Assign seats to');
  });

  it('gets none from a colleague, from a reseller, or from a buyer of a part', async () => {
    const { path } = await confirmed({
      purchaser: { tenantId: rosa.tenantId, objectId: rosa.objectId, emailId: rosa.email },
    });
    const objectId = randomUUID();
    const appointed = async (person: Person) => {
      const visitor = await visit(person);
      const { form } = await visit(person, path);
      await visitor.submit('/administrators', { person: objectId, form });
      return (
        await findMemberOfTenant(shop.world.database, shop.workspaceId, { tenantId: buyerTenantId, objectId })
      )?.isAdministrator;
    };
    expect(await appointed(bert)).toBeUndefined();
    expect(await appointed(rosa)).toBeUndefined();
    const beneficiary = { tenantId: bert.tenantId, objectId: bert.objectId, emailId: bert.email };
    await confirmed({ beneficiary, buyer: bert.objectId }, bert);
    expect(await appointed(ada)).toBeUndefined();
    expect((await visit(ada)).text).not.toContain('Add an administrator');
  });
});

it('a reserved seat is not of a user name that only Unicode folds into its address', async () => {
  const { path, subscriptionId } = await confirmed();
  const email = `mark-${randomUUID()}@contoso.example`;
  await (await visit(ada, path)).submit(`${path}/seats`, { people: email });
  const objectId = randomUUID();
  const preferredUsername = email.replace('mark', 'mar\u212a');
  const impostor = { objectId, tenantId: buyerTenantId, name: 'Mar\u212a', preferredUsername, email };
  shop.world.idp.registerUser(impostor);
  const customer = await visit(impostor, path);
  expect(customer.text).toContain('You have no seat');
  expect(customer.text).not.toContain('Accept your seat');
  await customer.submit(`${path}/accept`, {});
  expect(await emailsOf(subscriptionId)).not.toContain(objectId);
});

describe('forged and excessive requests', () => {
  it('the last seat is given once, if two administrators give it at once', async () => {
    const { path, subscriptionId } = await confirmed({ quantity: 2 });
    const administrator = { tenantId: bert.tenantId, objectId: bert.objectId, email: bert.email };
    await saveMember(context(), shop.workspaceId, {
      ...administrator,
      isActive: true,
      isAdministrator: true,
    });
    const visitors = [await visit(ada, path), await visit(bert, path)];
    const lines = [randomUUID(), 'one@contoso.example', randomUUID(), 'two@contoso.example'];
    await Promise.all(
      lines.map((person, index) => visitors[index % 2]?.submit(`${path}/seats`, { people: person }, false)),
    );
    const later = await visit(ada, path);
    expect(later.text).toContain('No seat is free.');
    const reserved = later.text.split('Reserved: they accept').length - 1;
    expect((await emailsOf(subscriptionId)).length + reserved).toBe(2);
    await eraseMember(context(), shop.workspaceId, bert);
  });

  it('a subscription of another tenant is neither shown nor changed by its id, in any route', async () => {
    const { path, subscriptionId } = await confirmed();
    const memberId = (await visit(ada, path)).memberIdOf('ada@contoso.example');
    const stranger = await visit(sam);
    const { form } = await visit(bert, path);
    const signedOut = new AccountVisitor();
    for (const [visitor, forms] of [
      [stranger, [stranger.form, form]],
      [signedOut, [form]],
    ] as const) {
      for (const note of forms) {
        for (const [route, fields] of [
          ['/seats', { people: sam.objectId }],
          ['/release', { memberId }],
          ['/release', { email: 'ada@contoso.example' }],
          ['/accept', {}],
        ] as const) {
          visitor.url = url();
          await visitor.submit(`${path}${route}`, { ...fields, form: note });
          expect(visitor.text).not.toContain('Team');
          expect(visitor.text).not.toContain('ada@contoso.example');
        }
      }
    }
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
  });

  it('a colleague who may not change anything is told that nothing has changed', async () => {
    const { path } = await confirmed();
    const colleague = await visit(bert, path);
    await colleague.submit(`${path}/seats`, { people: bert.objectId });
    expect(colleague.text).toContain('Nothing has changed.');
    await colleague.submit(`${path}/release`, { memberId: randomUUID() });
    expect(colleague.text).toContain('Nothing has changed.');
  });

  it('a form after the end of the session changes nothing, and is sent again by a reload after the sign-in', async () => {
    const { path, subscriptionId } = await confirmed();
    const customer = await visit(ada, path);
    const { form } = customer;
    shop.world.clock.forward(60 * 60_000);
    await customer.submit(`${path}/seats`, { people: bert.objectId });
    expect(customer.status).toBe(401);
    expect(customer.text).toContain('Your session has ended');
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
    const again = await visit(ada, path);
    await again.submit(`${path}/seats`, { people: bert.objectId, form });
    expect(await emailsOf(subscriptionId)).toHaveLength(2);
  });

  it('a long list is assigned in parts, and one of 10,000 lines is refused with words', async () => {
    const { path } = await confirmed({ quantity: 150 });
    const customer = await visit(ada, path);
    const ids = Array.from({ length: 120 }, () => randomUUID());
    await customer.submit(`${path}/seats`, { people: ids.join('\n') });
    expect(customer.status).toBe(422);
    expect(customer.text).toContain('100 seats are assigned.');
    expect(customer.text).toContain('Too many people at once.');
    expect(customer.text).toContain(ids[119]);
    expect(customer.text).toContain('49 of 150 seats are free.');
    const many = Array.from({ length: 10_000 }, (_, index) => `person-${index}@contoso.example`);
    await customer.submit(`${path}/seats`, { people: many.join('\n') });
    expect(customer.status).toBe(413);
    expect(customer.text).toContain('That is too much at once');
    await customer.open(url(path));
    expect(customer.text).toContain('49 of 150 seats are free.');
  });

  it('long and hostile lines are shown as text, and reach no header', async () => {
    const { path, subscriptionId } = await confirmed();
    const customer = await visit(ada, path);
    const hostile = [
      '<script>alert(1)</script>@x',
      `${'a'.repeat(5_000)}@contoso.example`,
      '"><img src=x>@contoso.example',
      'a@b\r\nBcc: victim@elsewhere.example',
    ];
    await customer.submit(`${path}/seats`, { people: hostile.join('\n') });
    expect(customer.text).not.toMatch(/<script|<img src=x/);
    const crlf = encodeURIComponent(`${subscriptionId}\r\nset-cookie: a=b`);
    const answer = await customer.browser.post(url(`/subscriptions/${crlf}/release`), {
      form: customer.form,
      email: 'x',
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
    expect(answer.headers.get('location')).toContain('%0D%0A');
  });

  it('a form without its note, or with the note of another user or connection, changes nothing', async () => {
    const { path, subscriptionId } = await confirmed();
    const [own, colleague] = [await visit(ada, path), await visit(bert, path)];
    for (const form of ['', 'AAAA', colleague.form]) {
      await own.submit(`${path}/seats`, { people: bert.objectId, form });
    }
    expect(await emailsOf(subscriptionId)).toEqual(['ada@contoso.example']);
  });

  it('a changed cookie is no session', async () => {
    const customer = await visit(ada);
    // Not the last characters: they may decode to the same bytes.
    customer.browser.tamper((value) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1));
    await customer.open(url());
    expect(customer.text).toContain('Sign in with your work account');
  });

  it('visits and changes have rate limits', async () => {
    const { path } = await confirmed();
    const customer = await visit(ada, path);
    shop.world.clock.forward(60_000);
    for (let count = 0; count < 31; count += 1) await customer.submit(`${path}/release`, {}, false);
    expect(customer.status).toBe(429);
    shop.world.clock.forward(60_000);
    for (let count = 0; count < 61; count += 1) await customer.open(url('', 'nonsense'));
    expect(customer.status).toBe(429);
  });

  it('the session is a cookie of the page alone', async () => {
    const customer = await signIn(ada);
    expect(customer.browser.cookieNames).toEqual(['account-session']);
    expect(
      await (await customer.browser.get(`${shop.world.service.url}/api/admin/v1/me`)).json(),
    ).toMatchObject({
      code: 'auth.session_required',
    });
  });
});

it('usage is compared with the limit in words, and earlier periods with theirs', async () => {
  const { path, bought, subscriptionId } = await confirmed({ planId: 'campus', quantity: undefined });
  const report = async (hoursAgo: number, quantity: number) => {
    const now = shop.world.clock.now();
    const hour = usageHourOf(new Date(now.getTime() - hoursAgo * 3_600_000));
    const key = { subscriptionId, dimension: 'posts', hour, reportId: randomUUID(), holdMinutes: 60 };
    const submitted = submit(null, { ...key, quantity: readQuantity(quantity) as Quantity }, now);
    const address = {
      sourceName: 'Microsoft Marketplace',
      marketplaceSubscriptionId: bought.id,
      marketplacePlanId: 'campus',
    };
    const addressed = { ...address, report: done(submitted).report };
    await insertReports(shop.world.database, shop.workspaceId, [addressed]);
  };
  shop.world.clock.forward(24 * 3_600_000);
  await report(2, 15);
  const customer = await visit(ada, path);
  expect(customer.text).toContain('15 units');
  expect(customer.text).toContain('Above the limit of 10');
  expect(customer.text).not.toContain('Earlier periods');
  shop.world.clock.forward(32 * 24 * 3_600_000);
  await report(2, 8);
  const later = await visit(ada, path);
  expect(later.text).toContain('8 units');
  expect(later.text).toContain('Near the limit of 10');
  const [, earlier = ''] = later.text.split('Earlier periods');
  expect(earlier).toContain('Above the limit of 10');
  expect(earlier.replaceAll(/\s+/g, '')).toContain('<td>15</td><td>10</td>');
});
