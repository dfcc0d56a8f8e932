import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProduct } from '../../src/actions/catalogue/change-catalogue.ts';
import { rotateSigningKey, withdrawSigningKey } from '../../src/actions/entitlements/signed/signing-keys.ts';
import { deleteOldRows } from '../../src/actions/operations/delete-old-rows.ts';
import { saveMember } from '../../src/actions/subscriptions/customers.ts';
import { assignSeat } from '../../src/actions/subscriptions/seats.ts';
import { closeHours } from '../../src/actions/usage/close-hours.ts';
import { closePeriods } from '../../src/actions/usage/close-periods.ts';
import { settleUsage, takeUsage } from '../../src/actions/usage/sending.ts';
import { leaseDeliveries } from '../../src/actions/webhooks/lease-deliveries.ts';
import { settleDeliveries } from '../../src/actions/webhooks/settle-deliveries.ts';
import { standardRetention } from '../../src/core/operations/retention.ts';
import type { AttemptOutcome } from '../../src/core/webhooks/delivery.ts';
import { type RetainedKind, retentionTable } from '../../src/storage/retention/retention-table.ts';
import { findDueConnections } from '../../src/storage/usage/leases.ts';
import { findDueEndpoints } from '../../src/storage/webhooks/due-endpoints.ts';
import { citusUrl } from '../support/database/citus.ts';
import { type Statement, statementsOf } from '../support/database/statements.ts';
import { done } from '../support/done.ts';
import { meterDimensions } from '../support/worlds/meter-books.ts';
import { plan, product } from '../support/worlds/products.ts';
import { newTenant, subscribe } from '../support/worlds/subscribing.ts';
import { type TestClient, testEncryptionKey, World, withKey } from '../support/worlds/world.ts';

const hour = 3_600_000;

/** Statements of the protocol and of the session, which no machine but the coordinator sees. */
const isPlanned = ({ text }: Statement) => /^\s*(with|select|insert|update|delete)\b/i.test(text);

describe.skipIf(!citusUrl)('on a Citus cluster', () => {
  let world: World;
  let client: TestClient;
  let endpoint: { readonly workspaceId: string; readonly endpointId: string };
  let session: pg.Client;
  const tenantId = newTenant();
  const userObjectId = randomUUID();
  const holder = randomUUID();

  beforeAll(async () => {
    world = await World.create({
      nodeRoles: { api: true, workers: false },
      // The log of requests is stored for all workspaces at once, outside of requests.
      retention: { ...standardRetention, requestLogDays: 0 },
    });
    session = new pg.Client({ connectionString: world.settings.databaseUrl });
    await session.connect();
    const workspaceId = await world.workspace();
    const mapping = {
      sourceName: 'Shop',
      offerId: 'forum',
      planId: 'basic',
      dimensions: [{ id: 'posts', name: 'posts', unit: 'unit' }, ...meterDimensions.slice(0, 4)],
    };
    const forum = product('forum', {
      plans: [
        plan('basic', { marketplace: [mapping] }),
        plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' }),
      ],
    });
    done(await addProduct(world.context, workspaceId, forum));
    client = await world.client(workspaceId);
    endpoint = await world.endpoint(workspaceId);
    const ofMarketplace = { source: 'Marketplace', marketplaceSubscriptionId: randomUUID() } as const;
    await subscribe(world, workspaceId, { tenantId, ...ofMarketplace });
    const seats = await subscribe(world, workspaceId, { tenantId, plan: 'seats', quantity: 5 });
    const person = { tenantId, objectId: userObjectId, email: null, isActive: true };
    const { memberId } = await saveMember(world.context, workspaceId, person);
    done(await assignSeat(world.context, workspaceId, seats, memberId));
    world.clock.forward(4 * hour);
  });
  afterAll(async () => {
    await session?.end();
    await world?.close();
  });

  /** The plans of what was sent that goes to more than one shard, or through the coordinator. */
  async function scattered(use: () => Promise<unknown>): Promise<readonly string[]> {
    const statements = (await statementsOf(use)).filter(isPlanned);
    expect(statements.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await session.query(`explain (costs off, verbose off) ${text}`, [...values]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const isOneTask = plan.match(/Task Count: /g)?.length === 1 && /Task Count: 1$/m.test(plan);
      if (plan.includes('Citus') && (!isOneTask || /Distributed Subplan|INSERT\/SELECT method/.test(plan))) {
        found.push(`${text}\n${plan}`);
      }
    }
    return found;
  }

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    world.call(path, {
      method: 'POST',
      headers: { ...withKey(client), 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('an entitlement is read from one shard', async () => {
    const path = `/api/v1/entitlements/${tenantId}?product=forum`;
    const read = async () =>
      expect(await world.call(path, { headers: withKey(client) })).toMatchObject({ status: 200 });
    expect(await scattered(read)).toEqual([]);
  });

  it('a token is signed, and keys and revocations are published, from one shard', async () => {
    const path = `/api/v1/entitlements/${tenantId}/token?product=forum`;
    const wellKnown = `/.well-known/tessera/${client.workspaceId}`;
    const read = async () => {
      expect(await world.call(path, { headers: withKey(client) })).toMatchObject({ status: 200 });
      expect(await world.call(`${wellKnown}/jwks.json`)).toMatchObject({ status: 200 });
      expect(await world.call(`${wellKnown}/revoked.jwt`)).toMatchObject({ status: 200 });
    };
    expect(await scattered(read)).toEqual([]);
  });

  it('a signing key is replaced and withdrawn on one shard', async () => {
    const { workspaceId } = client;
    const change = async () => {
      const { kid } = done(await rotateSigningKey(world.context, workspaceId, testEncryptionKey));
      done(await withdrawSigningKey(world.context, workspaceId, kid, 'lost', testEncryptionKey));
    };
    expect(await scattered(change)).toEqual([]);
  });

  it('a batch of entitlements is read from one shard', async () => {
    const items = [tenantId, newTenant()].map((tenant) => ({ tenantId: tenant, product: 'forum' }));
    const read = async () =>
      expect(await post('/api/v1/entitlements/batch', { items })).toMatchObject({ status: 200 });
    expect(await scattered(read)).toEqual([]);
  });

  it('eligibility is read from one shard', async () => {
    const path = `/api/v1/entitlements/${tenantId}/eligibility`;
    const check = async () =>
      expect(await post(path, { product: 'forum', userObjectId })).toMatchObject({ status: 200 });
    expect(await scattered(check)).toEqual([]);
  });

  const report = (quantity: number, hoursAgo: number) => ({
    tenantId,
    product: 'forum',
    dimension: 'posts',
    quantity,
    usageStartAt: new Date(world.clock.now().getTime() - hoursAgo * hour).toISOString(),
  });

  it.each([
    ['new', 1, {}],
    ['replaced', 2, {}],
    ['with an idempotency key', 3, { 'idempotency-key': randomUUID() }],
  ])('usage is taken in by one shard: %s', async (_, quantity, headers) => {
    const take = async () => {
      const answer = await post(
        '/api/v1/metered-usage',
        { records: [report(quantity, 2), report(5, 3)] },
        headers,
      );
      expect(answer).toMatchObject({ status: 200, body: { results: [{ status: 'Pending' }, {}] } });
    };
    expect(await scattered(take)).toEqual([]);
  });

  it('usage is leased and settled on one shard', async () => {
    world.clock.forward(hour);
    const { workspaceId } = client;
    const leaseId = randomUUID();
    const send = async () => {
      const taken = await takeUsage(
        world.context,
        { workspaceId, sourceName: 'Shop' },
        { leaseId, holder },
        25,
      );
      expect(taken).toHaveLength(2);
      const results = taken.map((sent) => ({ sent, outcome: { kind: 'accepted' } as const }));
      await settleUsage(world.context, { workspaceId, leaseId }, results);
    };
    expect(await scattered(send)).toEqual([]);
  });

  const send = (events: readonly object[]) =>
    post('/api/v1/usage-events', {
      events: events.map((event) => ({
        tenantId,
        product: 'forum',
        occurredAt: world.clock.now().toISOString(),
        ...event,
      })),
    });

  it('usage events are stored on one shard: new, repeated, refused and above a threshold', async () => {
    const events = [
      ...Array.from({ length: 9 }, (_, index) => ({ id: `call-${index}`, dimension: 'calls' })),
      { id: 'rows', dimension: 'rows', quantity: 2 },
      { id: 'user', dimension: 'users', uniqueKey: 'one' },
      { id: 'none', dimension: 'none' },
    ];
    // The workspace's first intake of a day moves its day on.
    expect(await send([{ id: 'first', dimension: 'rows' }])).toMatchObject({ body: { accepted: 1 } });
    const store = async () => {
      expect(await send(events)).toMatchObject({ body: { accepted: 11, refused: 1 } });
      expect(await send(events)).toMatchObject({ body: { duplicates: 11, refused: 1 } });
    };
    expect(await scattered(store)).toEqual([]);
  });

  it('a reservation is granted, committed and released on one shard; the counter of a limit is made there', async () => {
    const named = { tenantId, product: 'forum', dimension: 'rows', quantity: 1 };
    const reserve = async () => {
      const { status, body } = await post('/api/v1/usage-reservations', named);
      expect(status).toBe(201);
      return `/api/v1/usage-reservations/${body.reservationId}`;
    };
    const settle = async () => {
      expect((await post(`${await reserve()}/commit`, {})).status).toBe(200);
      const released = await world.call(await reserve(), { method: 'DELETE', headers: withKey(client) });
      expect(released.status).toBe(204);
    };
    // The statement that grants has several steps, each of one shard.
    const isStepwise = (plan: string) =>
      [...plan.matchAll(/Task Count: (\d+)/g)].every(([, count]) => count === '1');
    const others = async () => (await scattered(settle)).filter((plan) => !isStepwise(plan));
    expect(await others()).toEqual([]);
    await session.query(
      `update meter_dimensions set limit_quantity = 10, limit_per = 'Day', limit_action = 'Deny'
       where workspace_id = $1 and dimension_id = 'rows'`,
      [client.workspaceId],
    );
    expect(await others()).toEqual([]);
    await session.query(
      `update meter_dimensions set limit_quantity = null, limit_per = null, limit_action = null
       where workspace_id = $1 and dimension_id = 'rows'`,
      [client.workspaceId],
    );
  });

  it('the usage of a tenant is read from one shard', async () => {
    const path = `/api/v1/entitlements/${tenantId}/usage?product=forum`;
    const read = async () =>
      expect(await world.call(path, { headers: withKey(client) })).toMatchObject({ status: 200 });
    expect(await scattered(read)).toEqual([]);
  });

  it('hours and periods are closed on one shard, and found by one bounded statement', async () => {
    world.clock.forward(2 * hour);
    const isScan = (text: string) => /limit \$\d+\s*$/.test(text);
    const close = async () => expect(await closeHours(world.context)).toBeGreaterThan(0);
    const plans = await scattered(close);
    expect(plans.filter((plan) => !plan.includes('order by "closes_at"'))).toEqual([]);
    world.clock.forward(40 * 24 * hour);
    const closePeriod = async () => expect(await closePeriods(world.context)).toBeGreaterThan(0);
    const statements = await statementsOf(closePeriod);
    expect(statements.filter(({ text }) => text.includes('usage_periods') && isScan(text))).toHaveLength(1);
  });

  it('events are fanned out on one shard', async () => {
    expect(await scattered(() => subscribe(world, client.workspaceId, { tenantId: newTenant() }))).toEqual(
      [],
    );
  });

  it.each([
    ['first', 503],
    ['further', 200],
  ])('deliveries are leased and settled on one shard: %s attempts', async (_, status) => {
    const outcome: AttemptOutcome = { kind: 'answered', status, retryAfterMilliseconds: null };
    const { workspaceId, endpointId } = endpoint;
    const deliver = async () => {
      const wanted = [{ endpointId, limit: 10, sending: [] }];
      const { leased } = await leaseDeliveries(world.context, { workspaceId, holder, wanted });
      expect(leased.length).toBeGreaterThan(0);
      const attempted = leased.map((one) => ({
        ...one,
        outcome,
        durationMilliseconds: 1,
        answer: '',
        error: null,
      }));
      await settleDeliveries(world.context, { workspaceId, attempted, ended: leased.slice(0, 1) });
    };
    expect(await scattered(deliver)).toEqual([]);
    world.clock.forward(hour);
  });

  it('background scans are one bounded statement for each page', async () => {
    const now = world.clock.now();
    const scans = await statementsOf(async () => {
      await findDueConnections(world.database, now, null);
      await findDueEndpoints(world.database, now, 10, null);
    });
    const texts = scans
      .map(({ text }) => text)
      .filter((text) => /from (catalogues|webhook_endpoints)/.test(text));
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toMatch(/limit \$\d+\s*$/);
  });

  it('old rows are deleted on one shard', async () => {
    world.clock.forward(4_000 * 24 * hour);
    // Changes without a person have no audit entries, and other tables have no old rows here either.
    for (const kind of Object.keys(retentionTable) as RetainedKind[]) {
      // Tables that are small, or whose oldest rows are found for all workspaces at once.
      if (!retentionTable[kind].rows.every(({ way }) => way === 'page by page')) continue;
      const pass = deleteOldRows(kind, standardRetention);
      const hasOld = ['history', 'versions', 'usage-hours', 'usage-reports'].includes(kind);
      const remove = async () =>
        expect(await pass(world.context), kind).toBeGreaterThanOrEqual(hasOld ? 1 : 0);
      expect(await scattered(remove)).toEqual([]);
    }
  });
});
