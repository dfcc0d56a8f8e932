import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { storeNotification } from '../../actions/marketplace/notifications.ts';
import { addOrganisation, saveMember } from '../../actions/subscriptions/customers.ts';
import { readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import { submit } from '../../core/usage/reports/report.ts';
import { readQuantity } from '../../core/values/quantity.ts';
import { saveDrifts } from '../../storage/usage/drifts.ts';
import { insertReports } from '../../storage/usage/reports.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';

let world: World;
let user: PortalUser;
let stranger: PortalUser;
/** The customer whose members are listed. */
let staffed: string;
const names = ['zebra', 'Aqueduct', 'Zoë', 'contoso'];

beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  const add = async (path: string, body: object) => {
    const { status, body: added } = await user.call('POST', path, { body });
    expect([status, added.code]).toEqual([201, undefined]);
    return added;
  };
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  for (const [index, name] of names.entries()) {
    const tenantId = newTenant();
    staffed ??= tenantId;
    await addOrganisation(world.context, workspaceId, { name, tenantIds: [tenantId] });
    // Two have the same address in another case, two none.
    const email = index < 2 ? ['Ada@contoso.example', 'ada@contoso.example'][index] : null;
    const person = { tenantId: staffed, objectId: randomUUID(), email: email ?? null, isActive: true };
    await saveMember(world.context, workspaceId, person);
    const subscriptionId = await subscribe(world, workspaceId, { tenantId });
    if (index === 1) world.clock.forward(1_000);
    const marketplaceSubscriptionId = randomUUID();
    await sql`update subscriptions set marketplace_subscription_id = ${marketplaceSubscriptionId}
      where subscription_id = ${subscriptionId}`.execute(world.database);
    await insertReports(world.database, workspaceId, [reportOf(subscriptionId, index % 2)]);
    const day = `2026-11-1${index % 2}`;
    const [held, marketplace] = [readQuantitySum('10'), readQuantitySum(String([1, 9.5, 19, 400][index]))];
    const drift = { marketplaceSubscriptionId, dimension: 'posts', day, held, marketplace };
    await saveDrifts(world.database, { workspaceId, sourceName: 'Shop' }, [drift], world.clock.now());
    if (index % 2) await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    const mappings = [
      { sourceName: index % 2 ? 'Shop' : 'Other shop', offerId: 'offer', planId: name, dimensions: [] },
    ];
    const plans = [plan('basic', { marketplace: mappings })];
    done(await addProduct(world.context, workspaceId, product(`p${9 - index}`, { name, plans })));
    const notification = {
      operationId: `${index}`,
      marketplaceSubscriptionId: name,
      action: index % 2 ? 'Renew' : 'Suspend',
      planId: null,
      quantity: null,
      requestedBy: null,
    };
    await storeNotification(world.context, { workspaceId, sourceName: 'Shop' }, notification, {});
    await add('/webhook-endpoints', {
      url: `https://partner.example/${name}`,
      description: index % 2 ? name : '',
    });
    await add('/members', {
      email: `${name}@partner.example`,
      role: index % 2 ? 'Viewer' : 'Catalogue manager',
    });
    await add('/marketplace-connections', {
      sourceName: name,
      tenantId: randomUUID(),
      clientId: randomUUID(),
      credential: { kind: 'secret', clientSecret: 'hush-hush' },
      ...(index % 2 && { credentialEndsAt: '2127-01-01T00:00:00Z' }),
    });
    const { apiClientId } = await add('/api-clients', { name, scopes: [], products: null });
    await add(`/api-clients/${apiClientId}/api-keys`, {});
    const { serviceAccountId } = await add('/service-accounts', { name, role: 'Viewer' });
    await add(`/service-accounts/${serviceAccountId}/keys`, {});
    await insertNotices(
      world.database,
      workspaceId,
      [{ kind: 'UsageRejected', key: name, facts: {} }],
      world.context,
    );
    // Two were used at the same time, two never.
    if (index < 2) continue;
    const used = world.clock.now();
    await sql`update api_keys set last_used_at = ${used} where api_client_id = ${apiClientId}`.execute(
      world.database,
    );
    await sql`update api_keys set last_used_at = ${used}
      where service_account_id = ${serviceAccountId}`.execute(world.database);
  }
});
afterAll(() => world.close());
// The lists take more requests than a person may send in a minute.
beforeEach(() => world.clock.forward(10_000));

function reportOf(subscriptionId: string, hoursAgo: number) {
  const now = world.clock.now();
  const hour = new Date(Math.floor(now.getTime() / 3_600_000 - 1 - hoursAgo) * 3_600_000);
  const quantity = readQuantity(1);
  if (typeof quantity !== 'number') throw new Error('No quantity');
  const submission = { subscriptionId, dimension: 'posts', hour, reportId: randomUUID(), quantity };
  const { report } = done(submit(null, { ...submission, holdMinutes: 15 }, now));
  return { sourceName: 'Shop', marketplaceSubscriptionId: 'M1', marketplacePlanId: 'P1', report };
}

const pathOf = (list: string) => `/${list.replace('{tenantId}', staffed)}`;

type Item = Readonly<Record<string, string | null>>;

async function pagesOf(list: string, query: Record<string, string>, limit: number): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const asked = new URLSearchParams({ ...query, limit: String(limit), ...(after && { after }) });
    const { status, body } = await user.call('GET', `${pathOf(list)}?${asked}`);
    expect([status, body.code]).toEqual([200, undefined]);
    items.push(...body.items);
    after = body.next;
  }
  return items;
}

/** The list, the member with the id, and the member of each key; `''` is before all others, `~` after. */
const lists: readonly [string, string, Readonly<Record<string, (item: Item) => string>>][] = [
  ['products', 'slug', { slug: at('slug'), name: at('name'), createdAt: at('createdAt') }],
  [
    'api-clients',
    'apiClientId',
    { createdAt: at('createdAt'), name: at('name'), lastUsedAt: at('lastUsedAt', '') },
  ],
  [
    'service-accounts',
    'serviceAccountId',
    { createdAt: at('createdAt'), name: at('name'), role: at('role'), lastUsedAt: at('lastUsedAt', '') },
  ],
  [
    'webhook-endpoints',
    'endpointId',
    { createdAt: at('createdAt'), name: ({ description, url }) => description || (url ?? '') },
  ],
  [
    'marketplace-connections',
    'connectionId',
    {
      createdAt: at('createdAt'),
      sourceName: at('sourceName'),
      credentialEndsAt: ({ credential }: Item) => JSON.parse(JSON.stringify(credential)).endsAt ?? '~',
    },
  ],
  [
    'members',
    'memberId',
    {
      invitedAt: at('invitedAt'),
      name: ({ name, email }) => name ?? email ?? '',
      role: at('role'),
      joinedAt: at('joinedAt', '~'),
    },
  ],
  [
    'plan-mappings',
    'mappingId',
    {
      createdAt: at('mappingId'),
      plan: ({ productName, planName }) => `${productName} / ${planName}`,
      offerId: ({ offerId, planId }) => `${offerId} / ${planId}`,
      sourceName: at('sourceName'),
    },
  ],
  ['marketplace-calls', 'callId', { receivedAt: at('receivedAt') }],
  ['audit-log', 'entryId', { recordedAt: at('recordedAt') }],
  ['customers/{tenantId}/members', 'memberId', { createdAt: at('createdAt'), email: at('email') }],
  ['notices', 'noticeId', { raisedAt: at('raisedAt') }],
  ['webhook-deliveries', 'eventId', { occurredAt: at('occurredAt') }],
  ['usage-reports', 'reportId', { hour: at('hour') }],
  [
    'usage-drifts',
    'day',
    {
      day: at('day'),
      customer: at('customer'),
      firstSeenAt: at('firstSeenAt'),
      difference: ({ ourQuantity, marketplaceQuantity }) =>
        String(Math.abs(Number(marketplaceQuantity) - Number(ourQuantity))).padStart(9, '0'),
    },
  ],
  [
    'customers',
    'tenantId',
    { name: ({ organisation }) => JSON.parse(JSON.stringify(organisation)).name, createdAt: at('createdAt') },
  ],
  ['subscriptions', 'subscriptionId', { createdAt: at('createdAt'), changedAt: at('changedAt') }],
];

function at(member: string, none = '') {
  return (item: Item): string => item[member] ?? none;
}

/** The database's own order of texts. */
async function compared(values: readonly string[]): Promise<readonly number[]> {
  const { rows } = await sql<{ rank: number }>`
    select dense_rank() over (order by lower(value))::integer as rank
    from unnest(${values}::text[]) with ordinality as given (value, position) order by position`.execute(
    world.database,
  );
  return rows.map(({ rank }) => rank);
}

describe.each(lists)('%s', (list, id, keys) => {
  it.each(Object.keys(keys).flatMap((key) => [key, `-${key}`]))(
    'are sorted by %s across pages, with ties',
    async (sort) => {
      const all = await pagesOf(list, { sort }, 200);
      expect(all.length).toBeGreaterThanOrEqual(names.length);
      for (const limit of all.length > 10 ? [7] : [1, 2])
        expect(await pagesOf(list, { sort }, limit)).toEqual(all);
      const read = keys[sort.replace('-', '')] ?? (() => '');
      const ranks = await compared(all.map((item) => read(item)));
      const sorted = ranks.toSorted((a, b) => a - b);
      expect(ranks).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
    },
  );

  it('have a total, and refuse a sort and a cursor that are not theirs', async () => {
    const { body } = await user.call('GET', `${pathOf(list)}?limit=1`);
    const total = { count: (await pagesOf(list, {}, 200)).length, isExact: true };
    expect(body.total).toEqual(total);
    const { status, body: others } = await stranger.call('GET', pathOf(list));
    expect(status === 404 || others.items.every((item: Item) => item[id] !== body.items[0][id])).toBe(true);
    const [key] = Object.keys(keys).slice(-1);
    for (const query of [`sort=${id}x`, `sort=${key}&after=${encodeURIComponent('no cursor\0')}`]) {
      const refused = await user.call('GET', `${pathOf(list)}?${query}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'request.validation_failed']);
    }
  });
});

it('the cursor of an order by id is the id', async () => {
  const { body } = await user.call('GET', '/api-clients?limit=2');
  expect(body.next).toBe(body.items[1].apiClientId);
});

it.each([
  ['products', 'P9', 'p9'],
  ['plan-mappings', 'QUEDUCT', 'Aqueduct'],
  ['plan-mappings', 'ontos', 'contoso'],
  ['api-clients', 'zO', 'Zoë'],
  ['service-accounts', 'EBR', 'zebra'],
  ['webhook-endpoints', 'tOSo', 'contoso'],
  ['webhook-endpoints', 'example/ZEB', 'zebra'],
])('%s are found by %s', async (list, search, name) => {
  const found = async (text: string) => {
    const { body } = await user.call('GET', `/${list}?${new URLSearchParams({ search: text })}`);
    expect(body.total).toEqual({ count: body.items.length, isExact: true });
    return body.items;
  };
  const items = await found(search);
  expect(items).toHaveLength(1);
  expect(Object.values(items[0]).join(' ')).toContain(name);
  for (const text of ['nobody', '%', '_', '\\']) expect(await found(text)).toEqual([]);
  expect((await user.call('GET', `/${list}?search=`)).status).toBe(400);
});

it('members of a customer are found by part of an address or of an object id, whatever its characters', async () => {
  const tenantId = newTenant();
  const objectId = randomUUID();
  const emails = ['ada_l@contoso.example', 'adaxl@contoso.example', '100%@contoso.example', null];
  for (const email of emails) {
    const person = { tenantId, objectId: email === null ? objectId : randomUUID(), email, isActive: true };
    await saveMember(world.context, user.workspaceId, person);
  }
  const found = async (search: string) => {
    const query = new URLSearchParams({ search, sort: 'email' });
    const { body } = await user.call('GET', `/customers/${tenantId}/members?${query}`);
    expect(body.total).toEqual({ count: body.items.length, isExact: true });
    return body.items.map(({ email }: Item) => email);
  };
  expect(await found('DAX')).toEqual(['adaxl@contoso.example']);
  expect(await found('ada_l')).toEqual(['ada_l@contoso.example']);
  expect(await found('0%')).toEqual(['100%@contoso.example']);
  expect(await found(objectId.slice(4, 20).toUpperCase())).toEqual([null]);
  for (const search of ['a%l', 'a__', 'nobody', '\\', 'example ']) expect(await found(search)).toEqual([]);
  expect((await user.call('GET', `/customers/${tenantId}/members?search=`)).status).toBe(400);
});
