import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { withRowCounts } from '../../../../tests/support/database/rows-read.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { testEncryptionKey, World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { issueLicenceFile, revokeLicenceFile } from '../../../actions/entitlements/signed/licence-files.ts';
import { recordLicence, storeLicenceEvent } from '../../../actions/marketplace/licence-events.ts';
import { recordAudit } from '../../../actions/workspaces/record-audit.ts';
import type { LicenceArn } from '../../../core/marketplace/licences/licence-address.ts';
import { readLicenceEvent } from '../../../core/marketplace/licences/licence-event.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { visitorActor } from '../../../core/workspaces/visitor.ts';
import { saveLicence, saveLicenceCustomer } from '../../../storage/marketplace/licences.ts';
import { findCustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { rowsPerRead } from '../response.ts';
import { exportCustomer } from './customer-export.ts';

let world: World;
let user: PortalUser;
let workspaceId: string;
let tenantId: string;
let subscriptionId: string;
const somebody = () => ({ objectId: randomUUID(), email: `${randomUUID()}@contoso.example` });
let ada: ReturnType<typeof somebody>;
let ben: ReturnType<typeof somebody>;

beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

beforeEach(async () => {
  [ada, ben] = [somebody(), somebody()];
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  const plans = [plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' })];
  done(await addProduct(world.context, workspaceId, product('forum', { plans })));
  tenantId = newTenant();
  const organisation = { name: 'Contoso', tenantIds: [tenantId] };
  expect((await user.call('POST', '/organisations', { body: organisation })).status).toBe(201);
  subscriptionId = await subscribe(world, workspaceId, { tenantId, plan: 'seats', quantity: 3 });
  for (const { objectId, email } of [ada, ben]) {
    const path = `/customers/${tenantId}/members/${objectId}`;
    await user.call('PUT', path, { body: { email, isActive: true } });
    world.clock.forward(1_000);
  }
  for (const person of [ada, ben]) await actAs(person);
  const people = [ada.email, ben.email];
  await user.call('POST', `/subscriptions/${subscriptionId}/seats`, { body: { people } });
  world.clock.forward(1_000);
});

/** The person changes something on the customer's page. */
async function actAs({ objectId, email }: ReturnType<typeof somebody>): Promise<void> {
  const identity = { tenantId, objectId, name: 'Somebody', username: email, isGuest: false };
  const { context } = world;
  await recordAudit({ ...context, actor: visitorActor(identity, '127.0.0.1') }, workspaceId, {
    action: 'subscription.moved',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: null,
    after: { tenantId },
  });
  world.clock.forward(1_000);
}

/** A ceiling of the customer for each of the subjects, of which something is used and reserved, with what tells of it. */
async function limitAgents(subjects: readonly string[]): Promise<void> {
  const now = sql`${world.clock.now()}::timestamptz`;
  const bought = sql`from subscriptions where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId}`;
  for (const subject of subjects) {
    for (const statement of [
      sql`insert into usage_limits (workspace_id, tenant_id, product_id, dimension, subject, set_by, quantity, per, action, set_at,
          actor)
        select workspace_id, tenant_id, product_id, 'rows', ${subject}, 'Customer', 5, 'Day', 'Deny', ${now}, 'Somebody' ${bought}`,
      sql`insert into usage_counters (workspace_id, subscription_id, dimension, subject, per, period_start, period_end, counter_id,
          used, reserved)
        select workspace_id, subscription_id, 'rows', ${subject}, 'Day', ${now}, ${now} + interval '1 day', ${randomUUID()}::uuid,
          3, 2 ${bought}`,
      sql`insert into usage_reservations (workspace_id, reservation_id, api_client_id, tenant_id, product_id, subscription_id,
          dimension, subject, quantity, counter_ids, granted_at, expires_at, state)
        select workspace_id, ${randomUUID()}::uuid, ${randomUUID()}::uuid, tenant_id, product_id, subscription_id, 'rows',
          ${subject}, 2, '{}', ${now}, ${now} + interval '1 minute', 'Held' ${bought}`,
      sql`insert into events (workspace_id, event_id, type, occurred_at, data)
        select workspace_id, ${randomUUID()}::uuid, 'usage.threshold_reached', ${now},
          jsonb_build_object('tenantId', tenant_id, 'usage', jsonb_build_object('subject', ${subject}::text)) ${bought}`,
      sql`insert into mails (workspace_id, mail_id, kind, key, tenant_id, facts, recipients, queued_at)
        select workspace_id, ${randomUUID()}::uuid, 'UsageAlert', ${subject}, tenant_id,
          jsonb_build_object('subject', ${subject}::text), array['admin@contoso.example'], ${now} ${bought}`,
    ]) {
      await statement.execute(world.database);
    }
    const { context } = world;
    const identity = { ...ben, tenantId, name: 'Somebody', username: ben.email, isGuest: false };
    await recordAudit({ ...context, actor: visitorActor(identity, '127.0.0.1') }, workspaceId, {
      action: 'usage_limit.set',
      subject: { kind: 'Customer', id: tenantId },
      before: null,
      after: { product: 'forum', dimension: 'rows', setBy: 'Customer', subject, quantity: 5 },
    });
  }
}

const visitors = async () =>
  (await user.call('GET', '/audit-log?limit=200')).body.items
    .map(({ actor }: { actor: { kind: string; id: string; name: string; address: string | null } }) => actor)
    .filter(({ kind }: { kind: string }) => kind === 'Visitor');

/** Every row of every table that still names somebody. */
async function tablesNaming(text: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(world.database);
  const naming: string[] = [];
  for (const { name } of rows) {
    const found = await sql`
      select 1 from ${sql.table(name)} as it where to_jsonb(it)::text ilike ${`%${text}%`} limit 1`.execute(
      world.database,
    );
    if (found.rows.length > 0) naming.push(name);
  }
  return naming;
}

const pathOf = ({ objectId }: { readonly objectId: string }) => `/customers/${tenantId}/members/${objectId}`;

describe('the personal data of a member', () => {
  it('is exported with seats and history, which is audited', async () => {
    const { status, body } = await user.call('GET', `${pathOf(ada)}/export`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      member: ada,
      seats: [{ subscriptionId, product: 'forum', plan: 'seats' }],
      auditEntries: [{ action: 'customer_member.added', after: { email: ada.email } }],
    });
    expect(await user.lastAudit()).toMatchObject({ action: 'customer_member.exported' });
  });

  it('is deleted from every table, seats included; other members stay', async () => {
    expect(await tablesNaming(ada.email)).toContain('audit_entries');
    const { memberId } = (await user.call('GET', `${pathOf(ada)}/export`)).body.member;
    expect((await user.call('DELETE', pathOf(ada))).status).toBe(204);
    expect(await tablesNaming(ada.email)).toEqual([]);
    expect(await tablesNaming(ada.objectId)).toEqual(['events']);
    // The pseudonym still tells which changes one person made.
    expect(await visitors()).toEqual([
      expect.objectContaining({ id: `${tenantId} ${ben.objectId}` }),
      { kind: 'Visitor', id: `${tenantId} ${memberId}`, name: 'Erased customer', address: null },
    ]);
    expect(await tablesNaming(ben.email)).toEqual(expect.arrayContaining(['members', 'audit_entries']));
    const seats = await user.call('GET', `/subscriptions/${subscriptionId}/seats`);
    expect(seats.body.items).toMatchObject([{ email: ben.email }]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'customer_member.erased',
      before: null,
      after: null,
    });
    expect((await user.call('DELETE', pathOf(ada))).status).toBe(404);
    expect((await user.call('GET', `${pathOf(ada)}/export`)).status).toBe(404);
  });

  it('is erased from the licence files that the person issued and revoked, which stay', async () => {
    const identity = { ...ada, tenantId, name: 'Ada', username: ada.email, isGuest: false };
    const context = { ...world.context, actor: visitorActor(identity, '127.0.0.1') };
    const wanted = { tenantId, product: 'forum', months: 1 };
    const signing = { encryptionKey: testEncryptionKey, publicUrl: 'https://tessera.example' };
    const { licenceFileId } = done(await issueLicenceFile(context, workspaceId, wanted, signing));
    done(await revokeLicenceFile(context, workspaceId, licenceFileId, 'Sold.'));
    const { licenceFiles } = (await user.call('GET', `/customers/${tenantId}/export`)).body;
    expect(licenceFiles).toMatchObject([{ licenceFileId, issuedBy: { name: `Ada (${ada.email})` } }]);
    expect((await user.call('DELETE', pathOf(ada))).status).toBe(204);
    expect(await tablesNaming(ada.email)).toEqual([]);
    expect(await tablesNaming(ada.objectId)).toEqual(['events']);
    const erased = { kind: 'Visitor', name: 'Erased customer' };
    const file = (await user.call('GET', `/licence-files/${licenceFileId}`)).body;
    expect(file).toMatchObject({ issuedBy: erased, revokedBy: erased });
  });

  it('has the usage limits for the person with their use, which are deleted; those for others stay', async () => {
    const agents = [ada.email.toUpperCase(), ada.objectId, ben.email];
    await limitAgents(agents);
    const { body } = await user.call('GET', `${pathOf(ada)}/export`);
    const subjects = expect.arrayContaining(
      agents.slice(0, 2).map((subject) => expect.objectContaining({ subject })),
    );
    for (const part of [body.usageLimits, body.usageCounters, body.usageReservations]) {
      expect(part).toHaveLength(2);
      expect(part).toEqual(subjects);
    }
    expect(body.usageCounters[0]).toMatchObject({ subscriptionId, per: 'Day', used: 3, reserved: 2 });
    expect((await user.call('DELETE', pathOf(ada))).status).toBe(204);
    expect(await tablesNaming(ada.email)).toEqual([]);
    expect(await tablesNaming(ada.objectId)).toEqual(['events']);
    expect(await tablesNaming(ben.email)).toEqual(
      expect.arrayContaining([
        'audit_entries',
        'events',
        'mails',
        'usage_counters',
        'usage_limits',
        'usage_reservations',
      ]),
    );
    // What is reserved still counts.
    const { rows } = await sql`
      select subject from usage_reservations where workspace_id = ${workspaceId} and quantity = 2 order by subject`.execute(
      world.database,
    );
    expect(rows).toEqual([{ subject: '' }, { subject: '' }, { subject: ben.email }]);
  });

  it('is erased as the contact of the customer, too; the notes stay', async () => {
    const etag = { 'if-match': '*' };
    const body = { contactName: 'Ada', contactEmail: ada.email, contactPhone: '7', notes: 'Likes mail' };
    expect((await user.call('PATCH', `/customers/${tenantId}`, { body, headers: etag })).status).toBe(200);
    expect(await tablesNaming(ada.email)).toEqual(expect.arrayContaining(['tenants', 'audit_entries']));
    expect((await user.call('DELETE', pathOf(ada))).status).toBe(204);
    expect(await tablesNaming(ada.email)).toEqual([]);
    const { contactName, contactPhone, notes } = (await user.call('GET', `/customers/${tenantId}`)).body;
    expect([contactName, contactPhone, notes]).toEqual([null, null, 'Likes mail']);
  });

  it('of another workspace is not found', async () => {
    const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
    expect((await stranger.call('DELETE', pathOf(ada))).status).toBe(404);
    expect((await stranger.call('GET', `${pathOf(ada)}/export`)).status).toBe(404);
    expect((await stranger.call('GET', `/customers/${tenantId}/export`)).status).toBe(404);
    expect((await stranger.call('DELETE', `/customers/${tenantId}`)).status).toBe(404);
  });
});

describe('the personal data of a customer', () => {
  it('is exported whole with many members, some at a time', async () => {
    await sql`
      insert into members (workspace_id, member_id, tenant_id, object_id, active, created_at)
      select ${workspaceId}, gen_random_uuid(), ${tenantId}, gen_random_uuid(), true, now()
      from generate_series(1, 600)`.execute(world.database);
    const { body } = await user.call('GET', `/customers/${tenantId}/export`);
    const ids = body.members.map(({ memberId }: { memberId: string }) => memberId);
    expect([ids.length, new Set(ids).size]).toEqual([602, 602]);
    const { database, rowCounts } = withRowCounts(world.database);
    const customer = await findCustomerView(database, workspaceId, tenantId, world.clock.now());
    if (!customer) throw new Error('no customer');
    const parts: string[] = [];
    for await (const part of exportCustomer(database, workspaceId, customer, world.clock.now()))
      parts.push(part);
    expect(JSON.parse(parts.join('')).members).toHaveLength(602);
    expect(rowCounts.filter((count) => count > 100)).toEqual([rowsPerRead, 602 - rowsPerRead]);
  });

  it('is exported completely', async () => {
    await sql`
      insert into usage_limits (workspace_id, tenant_id, product_id, dimension, subject, set_by, quantity, per, action, set_at, actor)
      select workspace_id, tenant_id, product_id, 'rows', 'agent-7', 'Customer', 5, 'Day', 'Deny', now(), 'Ada'
      from subscriptions where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId}`.execute(
      world.database,
    );
    const { status, body } = await user.call('GET', `/customers/${tenantId}/export`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      customer: { tenantId, organisation: { name: 'Contoso' } },
      members: [{ email: ben.email }, { email: ada.email }],
      subscriptions: [{ subscriptionId, status: 'Active' }],
      purchases: [],
      reservedSeats: [],
      usageLimits: [{ dimension: 'rows', subject: 'agent-7', setBy: 'Customer', quantity: 5, actor: 'Ada' }],
      usageCounters: [],
      usageReservations: [],
      usageReports: [],
    });
    expect(body.history.length).toBeGreaterThanOrEqual(2);
    expect(await user.lastAudit()).toMatchObject({ action: 'customer.exported' });
  });

  it('is not deleted while a subscription is alive', async () => {
    const { status, body } = await user.call('DELETE', `/customers/${tenantId}`);
    expect([status, body.code, body.args]).toEqual([409, 'customer.has_live_subscriptions', { count: 1 }]);
    expect(await tablesNaming(ada.email)).toContain('members');
  });

  it('is deleted once all subscriptions have ended; subscriptions stay without people', async () => {
    await move(world, workspaceId, subscriptionId, { type: 'cancelNow' });
    const stranger = somebody();
    await actAs(stranger);
    await limitAgents([ada.email, 'team-9']);
    const profile = { contactName: ada.objectId, notes: `Call ${ada.email}` };
    await user.call('PATCH', `/customers/${tenantId}`, { body: profile, headers: { 'if-match': '*' } });
    expect((await user.call('DELETE', `/customers/${tenantId}`)).status).toBe(204);
    expect(await tablesNaming(ada.email)).toEqual([]);
    expect(await tablesNaming(stranger.objectId)).toEqual([]);
    expect(await tablesNaming('team-9')).toEqual([]);
    // Receivers of webhooks know people by their object id: events keep it for their 30 days.
    expect(await tablesNaming(ada.objectId)).toEqual(['events']);
    const kept = await user.call('GET', `/subscriptions/${subscriptionId}`);
    expect(kept.body).toMatchObject({ status: 'Cancelled', quantity: 3, organisation: null });
    const { rows } = await sql`select 1 from organisations where workspace_id = ${workspaceId}`.execute(
      world.database,
    );
    expect(rows).toEqual([]);
  });

  describe('who bought by the number of an account', () => {
    const sourceName = 'AWS';
    let account: string;
    let licence: LicenceArn;
    let agreementId: string;

    /** An event about the licence, stored and followed. */
    async function event(typeName: string, rest: object) {
      const source = { workspaceId, sourceName };
      const body = {
        id: randomUUID(),
        'detail-type': `${typeName} - Manufacturer`,
        detail: { agreement: { id: agreementId }, acceptor: { accountId: account }, ...rest },
      };
      const read = readLicenceEvent(body);
      if (isRefusal(read)) throw new Error(read.detail);
      await storeLicenceEvent(world.context, source, read, body);
      await sql`
        update marketplace_notifications set state = 'Applied', decided_at = now()
        where workspace_id = ${workspaceId} and operation_id = ${body.id}`.execute(world.database);
    }

    beforeEach(async () => {
      account = String(randomInt(1e11, 1e12));
      licence =
        `arn:aws:license-manager::294406891311:license:l-${randomUUID().replaceAll('-', '')}` as LicenceArn;
      agreementId = `agmt-${randomUUID()}`;
      const source = { workspaceId, sourceName };
      const activeAt = world.clock.now();
      const seen = { licence, productCode: 'forum-code', account, agreementId, activeAt };
      await saveLicence(world.database, source, seen, activeAt);
      await saveLicenceCustomer(world.database, source, licence, tenantId);
      await event('Purchase Agreement Created', {});
      await event('License Updated', { license: { arn: licence }, product: { code: 'forum-code' } });
      const order = { tenantId, plan: 'seats', quantity: 1, source: 'Marketplace' } as const;
      const bought = await subscribe(world, workspaceId, { ...order, marketplaceSubscriptionId: licence });
      for (const ended of [bought, subscriptionId])
        await move(world, workspaceId, ended, { type: 'cancelNow' });
    });

    it('is exported with it', async () => {
      const { body } = await user.call('GET', `/customers/${tenantId}/export`);
      const offer = { sourceName, offerId: 'forum-code' };
      expect(body.licences).toMatchObject([
        { marketplaceSubscriptionId: licence, account, agreementId, ...offer },
      ]);
      expect(body.customer.accounts).toEqual([account]);
    });

    it('is deleted with it; late events about the ended licence change nothing', async () => {
      const named = ['marketplace_licences', 'marketplace_notifications'];
      expect((await tablesNaming(account)).toSorted()).toEqual(named);
      expect((await user.call('DELETE', `/customers/${tenantId}`)).status).toBe(204);
      expect(await tablesNaming(account)).toEqual([]);
      const { body } = await user.call('GET', `/subscriptions?tenantId=${tenantId}`);
      expect(body.items.map((item: { account: string | null }) => item.account)).toEqual([null, null]);
      const late = { licence, productCode: 'forum-code', account, endedAt: world.clock.now() };
      expect(await recordLicence(world.context, { workspaceId, sourceName }, late)).toMatchObject({
        tenantId,
      });
      expect(await tablesNaming(account)).toEqual([]);
    });
  });
});
