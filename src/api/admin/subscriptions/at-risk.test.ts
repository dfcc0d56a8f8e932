import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { statementsOf } from '../../../../tests/support/database/statements.ts';
import { done } from '../../../../tests/support/done.ts';
import { meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { testEncryptionKey, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct, changeProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { connectMarketplace, recordConnectionCheck } from '../../../actions/marketplace/connections.ts';
import { addSellerConnection } from '../../../actions/marketplace/sellers.ts';
import { addOrganisation } from '../../../actions/subscriptions/customers.ts';
import { recordCustomerCalls } from '../../../actions/subscriptions/record-calls.ts';
import { addMapping } from '../../../core/catalogue/product-edit.ts';
import type { LicenceArn } from '../../../core/marketplace/licences/licence-address.ts';
import type { RiskKind } from '../../../core/subscriptions/at-risk.ts';
import { saveLicence } from '../../../storage/marketplace/licences.ts';

const day = 24 * 3_600_000;
const names = [
  'Fine',
  'Silent',
  'Near',
  'Over',
  'Trial',
  'Term',
  'Rejected',
  'Suspended',
  'Ended',
  'Nothing',
] as const;
type Name = (typeof names)[number];

let world: World;
let workspaceId: string;
let user: PortalUser;
const tenants = Object.fromEntries(names.map((name) => [name, newTenant()])) as Record<Name, string>;

const call = (...called: readonly Name[]) =>
  recordCustomerCalls(
    { database: world.database, now: world.clock.now() },
    new Map([[workspaceId, called.map((name) => ({ tenantId: tenants[name], product: 'forum' }))]]),
  );
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * day);
const endings: Record<string, object> = {
  Trial: () => ({ isTrial: true, trialEndsAt: inDays(20) }),
  Term: () => ({ validUntil: inDays(20) }),
};

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  for (const name of names) {
    done(await addOrganisation(world.context, workspaceId, { name, tenantIds: [tenants[name]] }));
  }
  const forum: readonly Name[] = ['Fine', 'Silent', 'Suspended', 'Ended'];
  const ids = new Map<Name, string>();
  for (const name of forum) {
    ids.set(name, await subscribe(world, workspaceId, { tenantId: tenants[name] }));
  }
  await call(...forum);
  world.clock.forward(20 * day);
  await call('Fine');
  await move(world, workspaceId, ids.get('Suspended') ?? '', { type: 'suspend' });
  await move(world, workspaceId, ids.get('Ended') ?? '', { type: 'cancelNow' });
  for (const name of ['Trial', 'Term'] as const) {
    const rest = (endings[name] as () => object)();
    await subscribe(world, workspaceId, { tenantId: tenants[name], ...rest });
  }
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  const client = await world.client(workspaceId);
  const metered = { product: 'meters', source: 'Marketplace', renewsItself: true } as const;
  for (const [name, count] of [
    ['Near', 9],
    ['Over', 15],
    ['Rejected', 1],
  ] as const) {
    await subscribe(world, workspaceId, {
      tenantId: tenants[name],
      ...metered,
      marketplaceSubscriptionId: randomUUID(),
    });
    world.clock.forward(1_000);
    const events = Array.from({ length: count }, () => ({
      id: randomUUID(),
      tenantId: tenants[name],
      product: 'meters',
      dimension: 'calls',
      occurredAt: world.clock.now().toISOString(),
    }));
    const sent = await world.call('/api/v1/usage-events', {
      method: 'POST',
      headers: { ...withKey(client), 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    expect(sent.body).toMatchObject({ accepted: count });
    // As the service stores the call above within seconds.
    const called = new Map([[workspaceId, [{ tenantId: tenants[name], product: 'meters' }]]]);
    await recordCustomerCalls({ database: world.database, now: world.clock.now() }, called);
  }
});
afterAll(() => world.close());

const listed = async (query: string): Promise<Record<string, readonly RiskKind[]>> => {
  const { status, body } = await user.call('GET', `/customers?limit=200&${query}`);
  expect([status, body.code]).toEqual([200, undefined]);
  expect(body.total).toEqual({ count: body.items.length, isExact: true });
  return Object.fromEntries(
    body.items.map((item: { organisation: { name: string }; risks: { kind: RiskKind }[] }) => [
      item.organisation.name,
      item.risks.map(({ kind }) => kind),
    ]),
  );
};

const atRisk = {
  Near: ['NearIncluded'],
  Over: ['OverIncluded'],
  Silent: ['NoCalls'],
  Term: ['TermEnding'],
  Trial: ['TrialEnding'],
};

describe('the list of customers', () => {
  it('200: has status, plans, usage, last call and risks', async () => {
    const { body } = await user.call('GET', '/customers?search=over');
    expect(body.items).toMatchObject([
      {
        status: 'Active',
        plans: [
          { product: { slug: 'meters' }, plan: { slug: 'basic', name: 'Plan basic' }, status: 'Active' },
        ],
        usage: { dimension: 'calls', name: 'Calls', used: 15, included: 10, percent: 150 },
        lastCallAt: expect.any(String),
        risks: [{ kind: 'OverIncluded', link: { label: 'Open subscription' } }],
      },
    ]);
    const [silent] = (await user.call('GET', '/customers?search=silent')).body.items;
    expect(silent).toMatchObject({ status: 'Active', usage: null, risks: [{ since: silent.lastCallAt }] });
    expect((await user.call('GET', '/customers?search=nothing')).body.items).toMatchObject([
      { status: null, plans: [], usage: null, lastCallAt: null, risks: [] },
    ]);
  });

  it('200: finds exactly those that have a risk, also of one kind', async () => {
    const all = await listed('');
    const risky = Object.fromEntries(Object.entries(all).filter(([, risks]) => risks.length > 0));
    expect(risky).toEqual(atRisk);
    expect(await listed('atRisk=Any')).toEqual(atRisk);
    for (const kind of ['OverIncluded', 'NearIncluded', 'TrialEnding', 'TermEnding', 'NoCalls']) {
      const own = Object.entries(atRisk).filter(([, kinds]) => kinds.includes(kind));
      expect(await listed(`atRisk=${kind}`)).toEqual(Object.fromEntries(own));
    }
    expect((await user.call('GET', '/customers?atRisk=Other')).status).toBe(400);
  });

  it('200: filters by status and by plan', async () => {
    expect(Object.keys(await listed('status=Suspended'))).toEqual(['Suspended']);
    expect(Object.keys(await listed('status=Cancelled'))).toEqual(['Ended']);
    const metered = ['Near', 'Over', 'Rejected'];
    expect(Object.keys(await listed('product=meters&plan=basic'))).toEqual(metered);
    expect(Object.keys(await listed('product=meters'))).toEqual(metered);
    expect(Object.keys(await listed('product=meters&plan=other'))).toEqual([]);
    expect(Object.keys(await listed('product=forum&atRisk=NoCalls'))).toEqual(['Silent']);
  });

  it.each(['usage', '-usage', 'lastCallAt', '-lastCallAt'])(
    '200: is sorted by %s across pages',
    async (sort) => {
      const rows: { usage: { percent: number } | null; lastCallAt: string | null; tenantId: string }[] = [];
      for (let after = ''; ; ) {
        const { body } = await user.call('GET', `/customers?limit=3&sort=${sort}${after}`);
        rows.push(...body.items);
        if (body.next === null) break;
        after = `&after=${body.next}`;
      }
      expect(new Set(rows.map(({ tenantId }) => tenantId)).size).toBe(names.length);
      const values = rows.map(({ usage, lastCallAt }) =>
        sort.endsWith('usage') ? (usage?.percent ?? -1) : lastCallAt === null ? 0 : Date.parse(lastCallAt),
      );
      const sorted = values.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b));
      expect(values).toEqual(sorted);
    },
  );

  it('takes the same number of statements for any number of customers', async () => {
    const count = async (limit: number) =>
      (
        await statementsOf(() => user.call('GET', `/customers?limit=${limit}&atRisk=Any&sort=createdAt`))
      ).filter(({ text }) => /from tenants|usage_periods/.test(text)).length;
    expect(await count(100)).toBe(await count(1));
  });

  it('is exported with the same columns', async () => {
    const { body } = await user.call('GET', '/customers.csv?atRisk=OverIncluded');
    const [head, row] = String(body).trim().split('\r\n');
    expect(head?.split(',').slice(6)).toEqual(
      'status,plans,usageDimension,usagePercent,lastCallAt,risks,owner,accounts'.split(','),
    );
    const time = expect.stringMatching(/Z$/);
    expect(row?.split(',').slice(6)).toEqual([
      'Active',
      'meters/basic',
      'calls',
      '150',
      time,
      'OverIncluded',
      '',
      '',
    ]);
  });
});

it('200: counts the customers at risk, with the most urgent first', async () => {
  const { body } = await user.call('GET', '/customers-at-risk');
  expect(body).toMatchObject({
    count: 5,
    kinds: [
      { kind: 'OverIncluded', count: 1 },
      { kind: 'NearIncluded', count: 1 },
      { kind: 'TrialEnding', count: 1 },
      { kind: 'TermEnding', count: 1 },
      { kind: 'NoCalls', count: 1 },
    ],
  });
  expect(body.customers.map(({ name }: { name: string }) => name)).toEqual([
    'Over',
    'Near',
    'Trial',
    'Term',
    'Silent',
  ]);
  const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  expect((await stranger.call('GET', '/customers-at-risk')).body).toMatchObject({
    count: 0,
    kinds: [],
    customers: [],
  });
});

it('200: customers of a connection whose check or credential is at fault', async () => {
  const connection = {
    authUrl: 'https://login.example',
    marketplaceUrl: 'https://marketplace.example',
    tenantId: randomUUID(),
    clientId: randomUUID(),
    credential: { kind: 'secret', clientSecret: 'secret' },
  } as const;
  const key = { ...world.settings.encryptionKey };
  await connectMarketplace(world.context, workspaceId, 'Shop', connection, key, inDays(10));
  const { rows } = await sql<{ mapping_id: string }>`
    select mapping_id from marketplace_mappings where workspace_id = ${workspaceId}`.execute(world.database);
  const finding = {
    check: 'dimensions',
    outcome: 'Failing',
    what: '',
    howToMend: null,
    mappingId: rows[0]?.mapping_id ?? null,
  } as const;
  const check = (dimension: string) =>
    recordConnectionCheck(
      world.context,
      { workspaceId, sourceName: 'Shop' },
      { checkedAt: world.clock.now(), findings: [{ ...finding, dimension }] },
    );
  await check('rows');
  const ofShop = ['UsageWillBeRejected', 'CredentialEnding'];
  expect(await listed('atRisk=UsageWillBeRejected')).toEqual({
    Near: ['NearIncluded', ...ofShop],
    Over: ['OverIncluded', ...ofShop],
    Rejected: ofShop,
  });
  // The mapping was corrected since the check.
  await check('renamed');
  expect(await listed('atRisk=UsageWillBeRejected')).toEqual({});
  expect(await listed('atRisk=CredentialEnding')).toMatchObject({ Rejected: ['CredentialEnding'] });
});

it('200: not the customers of one marketplace for the credential of another', async () => {
  await sql`update marketplace_connections set credential_ends_at = null where workspace_id = ${workspaceId}`.execute(
    world.database,
  );
  const seller = { sellerAccount: '111122223333', region: 'us-east-1', roleArn: null, endpointUrl: null };
  done(
    await addSellerConnection(
      world.context,
      workspaceId,
      { sourceName: 'Another shop', credentialEndsAt: inDays(10), sendZeros: false, ...seller },
      { accessKeyId: 'AKIACONTOSOEXAMPLE01', secretAccessKey: 'secret' },
      { encryptionKey: testEncryptionKey, allowsLocalWebhooks: false, nodeCredentialUse: 'off' },
    ),
  );
  const source = { workspaceId, sourceName: 'Another shop' };
  const mapping = { mappingId: randomUUID(), ...source, offerId: 'code', planId: '*', dimensions: [] };
  const basis = { product: 'meters', revision: 'any' } as const;
  done(await changeProduct(world.context, workspaceId, basis, addMapping('basic', mapping)));
  expect(await listed('atRisk=CredentialEnding')).toEqual({});
  const licence = `arn:aws:license-manager::294406891311:license:l-${randomInt(1e9)}` as LicenceArn;
  const seen = { licence, productCode: 'code', account: '444455556666' };
  await saveLicence(world.database, source, seen, world.clock.now());
  const order = { product: 'meters', source: 'Marketplace', marketplaceSubscriptionId: licence } as const;
  await subscribe(world, workspaceId, { tenantId: tenants.Nothing, ...order });
  expect(await listed('atRisk=CredentialEnding')).toEqual({ Nothing: ['CredentialEnding'] });
});

describe('the last call', () => {
  it('is stored for known customers only, and not again within five minutes', async () => {
    const tenantId = newTenant();
    const calls = () =>
      sql<{ last_call_at: Date }>`
      select last_call_at from customer_calls where workspace_id = ${workspaceId}
        and tenant_id in (${tenantId}, ${tenants.Nothing})`.execute(world.database);
    const record = () =>
      recordCustomerCalls(
        { database: world.database, now: world.clock.now() },
        new Map([
          [
            workspaceId,
            [
              { tenantId, product: 'forum' },
              { tenantId: tenants.Nothing, product: 'forum' },
              { tenantId: tenants.Nothing, product: 'unknown' },
            ],
          ],
        ]),
      );
    const first = world.clock.now();
    await record();
    world.clock.forward(299_000);
    await record();
    expect((await calls()).rows).toEqual([{ last_call_at: first }]);
    world.clock.forward(1_000);
    await record();
    expect((await calls()).rows).toEqual([{ last_call_at: world.clock.now() }]);
  });
});

describe('a customer', () => {
  const path = () => `/customers/${tenants.Fine}`;

  it('200: is edited with its revision, and the change is audited without the notes', async () => {
    const { memberId } = (await user.callAdmin('GET', '/me')).body.workspaces[0];
    const read = await user.call('GET', path());
    expect(read.headers.get('etag')).toBe('"1"');
    const body = {
      name: 'Fine & Sons',
      contactName: ' Ada ',
      contactEmail: 'ada@fine.example',
      contactPhone: '+44 1',
      notes: 'One\nTwo',
      ownerId: memberId,
    };
    const changed = await user.call('PATCH', path(), { body, headers: { 'if-match': '"1"' } });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.body).toMatchObject({
      organisation: { name: 'Fine & Sons' },
      contactName: 'Ada',
      notes: 'One\nTwo',
      owner: { memberId },
    });
    expect(await user.lastAudit()).toMatchObject({
      action: 'customer.changed',
      subject: { kind: 'Customer', id: tenants.Fine },
      before: { name: 'Fine', contactName: null, ownerId: null, notesLength: 0 },
      after: { name: 'Fine & Sons', contactEmail: 'ada@fine.example', ownerId: memberId, notesLength: 7 },
    });
    const count = await user.auditCount();
    const again = await user.call('PATCH', path(), { body, headers: { 'if-match': '"2"' } });
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await user.auditCount()).toBe(count);
    const late = await user.call('PATCH', path(), { body: { notes: null }, headers: { 'if-match': '"1"' } });
    expect([late.status, late.body.code]).toEqual([412, 'request.precondition_failed']);
  });

  it('400: an owner of another workspace, and a text that is too long', async () => {
    const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
    const ownerId = (await stranger.callAdmin('GET', '/me')).body.workspaces[0].memberId;
    for (const body of [{ ownerId }, { notes: 'x'.repeat(10_001) }, { contactEmail: 'nobody' }]) {
      const { status } = await user.call('PATCH', path(), { body, headers: { 'if-match': '*' } });
      expect(status).toBe(400);
    }
    const elsewhere = await stranger.call('PATCH', path(), { body: {}, headers: { 'if-match': '*' } });
    expect(elsewhere.status).toBe(404);
  });

  it('200: one without an organisation gets one with the name', async () => {
    const tenantId = newTenant();
    await subscribe(world, workspaceId, { tenantId });
    const body = { name: 'Newly named' };
    const headers = { 'if-match': '"1"' };
    const { body: changed } = await user.call('PATCH', `/customers/${tenantId}`, { body, headers });
    expect(changed.organisation).toMatchObject(body);
  });
});
