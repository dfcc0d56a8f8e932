import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountVisitor } from '../../../tests/support/browser/account-visit.ts';
import { confirmPurchase, visitLanding } from '../../../tests/support/browser/landing-visit.ts';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import {
  buyerTenantId,
  LandingWorld,
  people,
  resellerTenantId,
} from '../../../tests/support/worlds/landing-world.ts';
import { issueKey } from '../../actions/clients/keys.ts';
import { addServiceAccount } from '../../actions/clients/service-accounts.ts';
import { addOrganisation } from '../../actions/subscriptions/customers.ts';
import { changeMemberRole, removeMember } from '../../actions/workspaces/members.ts';

let shop: LandingWorld;
let subscriptionId: string;
beforeAll(async () => {
  shop = await LandingWorld.open();
  const bought = await shop.buy({ quantity: 5 });
  const { browser } = new AccountVisitor();
  await confirmPurchase(browser, await (await visitLanding(browser, bought.link, people.ada)).text());
  subscriptionId = (await shop.ours(bought))?.subscriptionId ?? '';
  const contoso = { name: 'Contoso', tenantIds: [buyerTenantId] };
  done(await addOrganisation(shop.world.context, shop.workspaceId, contoso));
});
afterAll(() => shop.close());
beforeEach(() => shop.world.clock.forward(60_000));

const path = (rest = '', tenantId = buyerTenantId) => `/account/${shop.connectionId}/as/${tenantId}${rest}`;
const staff = (
  role: Parameters<typeof PortalUser.join>[2] = 'Subscription support',
  workspaceId = shop.workspaceId,
) => PortalUser.join(shop.world, workspaceId, role);
const ask = (user: PortalUser, tenantId = buyerTenantId, connectionId = shop.connectionId) =>
  user.call('POST', `/customers/${tenantId}/view`, { body: { connectionId } });

/** The cookie that the view has set, and its attributes. */
async function begin(user: PortalUser, tenantId = buyerTenantId) {
  const { status, body, headers } = await ask(user, tenantId);
  expect(status).toBe(200);
  const [line = ''] = headers.getSetCookie();
  return {
    url: body.url as string,
    endsAt: body.endsAt as string,
    line,
    cookie: line.split(';', 1)[0] ?? '',
  };
}

async function open(cookie: string, at = path(), form?: Readonly<Record<string, string>>) {
  const response = await fetch(shop.world.service.url + at, {
    headers: { cookie },
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, text: await response.text() };
}

describe('a view as a customer', () => {
  it("shows the administrator's pages, with a banner on each, and nothing that can be sent", async () => {
    const user = await staff();
    const { url, endsAt, cookie } = await begin(user);
    expect(url).toBe(shop.world.service.url + path());
    expect(Date.parse(endsAt) - shop.world.clock.now().getTime()).toBe(30 * 60_000);
    const overview = await open(cookie);
    const detail = await open(cookie, path(`/subscriptions/${subscriptionId}`));
    for (const { status, text } of [overview, detail]) {
      expect(status).toBe(200);
      expect(text).toContain('You see this page as Contoso. Nothing can be changed.');
      expect(text).toContain(`Viewed by ${user.identity.name}.`);
      expect(text).toContain(`/customers/${buyerTenantId}">Back to the portal</a>`);
      expect(text).not.toContain('<form');
      expect(text).not.toContain('Sign out');
    }
    expect(overview.text).toContain('Manage seats');
    for (const words of [
      '4 of 5 seats are free.',
      'ada@contoso.example',
      'Assign seats to',
      'Release',
      'Activity',
    ])
      expect(detail.text).toContain(words);
    expect(detail.text).not.toContain('Your seat');
  });

  it('403: changes nothing, and says why', async () => {
    const { cookie } = await begin(await staff());
    const before = await shop.seatsOf(subscriptionId);
    const ada = await AccountVisitor.signIn(
      `${shop.world.service.url}/account/${shop.connectionId}`,
      people.ada,
    );
    for (const rest of [
      `/subscriptions/${subscriptionId}/seats`,
      `/subscriptions/${subscriptionId}/release`,
      `/subscriptions/${subscriptionId}/accept`,
      '/administrators',
      '/administrators/remove',
      '/sign-out',
    ]) {
      // Even with the note of the customer's own form.
      const form = { form: ada.form, people: people.bert.objectId, person: people.bert.objectId };
      const refused = await open(cookie, path(rest), form);
      expect([rest, refused.status]).toEqual([rest, 403]);
      expect(refused.text).toContain('Nothing can be changed here');
      expect(refused.text).toContain('You see this page as Contoso.');
      // The cookie is of no use at the customer's own address.
      const own = await open(cookie, `/account/${shop.connectionId}${rest}`, form);
      expect([rest, own.status]).toEqual([rest, 401]);
    }
    expect(await shop.seatsOf(subscriptionId)).toEqual(before);
  });

  it('is in the audit log and in the history of the customer, with who and when', async () => {
    const user = await staff();
    await begin(user);
    const entry = await user.lastAudit();
    expect(entry).toMatchObject({
      action: 'customer.viewed',
      actor: { kind: 'Member', name: user.identity.name },
      subject: { kind: 'Customer', id: buyerTenantId, name: 'Contoso' },
      after: { sourceName: 'Microsoft Marketplace' },
    });
    const { body } = await user.call('GET', `/audit-log?tenantId=${buyerTenantId}&limit=1`);
    expect(body.items[0].entryId).toBe(entry.entryId);
  });

  it('has a cookie of its own address, for 30 minutes', async () => {
    const { line } = await begin(await staff());
    expect(line).toContain(`Path=${path()}`);
    expect(line).toContain('Max-Age=1800');
    expect(line).toContain('HttpOnly');
    expect(line).toContain('SameSite=Lax');
    expect(line).not.toContain('account-session');
  });

  it('shows no other customer, connection or workspace', async () => {
    const { cookie } = await begin(await staff());
    const elsewhere = await shop.anotherConnection();
    for (const at of [
      path('', resellerTenantId),
      `/account/${elsewhere}/as/${buyerTenantId}`,
      path('', randomUUID()),
    ]) {
      const { status, text } = await open(cookie, at);
      expect([at, status]).toEqual([at, 403]);
      expect(text).toContain('This view has ended');
      expect(text).not.toContain('Contoso');
    }
    expect((await open(cookie, path(`/subscriptions/${randomUUID()}`))).status).toBe(303);
  });
});

describe('a view ends', () => {
  const later: [string, (user: PortalUser) => unknown][] = [
    ['after 30 minutes', () => shop.world.clock.forward(30 * 60_000)],
    ['with the session of the portal', (user) => user.callAdmin('POST', '/sign-out', { body: {} })],
    [
      'with the role',
      (user) => changeMemberRole(shop.world.context, shop.workspaceId, user.memberId, 'Viewer', 'any'),
    ],
    ['with the membership', (user) => removeMember(shop.world.context, shop.workspaceId, user.memberId)],
  ];
  it.each(later)('%s', async (_case, end) => {
    await staff('Partner administrator');
    const user = await staff();
    const { cookie } = await begin(user);
    expect((await open(cookie)).status).toBe(200);
    await end(user);
    for (const ended of [await open(cookie), await open(cookie, path('/administrators'), {})]) {
      expect(ended.status).toBe(403);
      expect(ended.text).toContain('This view has ended');
    }
  });
});

describe('POST …/view', () => {
  it.each([
    ['Partner administrator', 200],
    ['Subscription support', 200],
    ['Catalogue manager', 403],
    ['Integration manager', 403],
    ['Viewer', 403],
  ] as const)('a %s gets %d', async (role, status) => {
    expect((await ask(await staff(role))).status).toBe(status);
  });

  it('404: an unknown customer, or a connection of another workspace', async () => {
    const user = await staff();
    const unknown = await ask(user, randomUUID());
    expect([unknown.status, unknown.body.args.kind]).toEqual([404, 'customer']);
    const elsewhere = await ask(user, buyerTenantId, await shop.anotherConnection());
    expect([elsewhere.status, elsewhere.body.args.kind]).toEqual([404, 'marketplace connection']);
  });

  it('403: a service account', async () => {
    const { workspaceId, world } = shop;
    const account = { name: randomUUID(), role: 'Partner administrator' } as const;
    const { serviceAccountId } = done(await addServiceAccount(world.context, workspaceId, account));
    const owner = { kind: 'service-account', id: serviceAccountId } as const;
    const { text } = done(await issueKey(world.context, workspaceId, owner, { expiresAt: null }));
    const { status, body } = await world.call(
      `/api/admin/v1/workspaces/${workspaceId}/customers/${buyerTenantId}/view`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
        body: JSON.stringify({ connectionId: shop.connectionId }),
      },
    );
    expect([status, body.code]).toEqual([403, 'auth.not_for_service_accounts']);
  });
});
