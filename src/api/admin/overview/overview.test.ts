import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { addEndpoint } from '../../../../tests/support/peers/webhook-endpoint.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, note, order, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/add-product.ts';
import { issueApiKey } from '../../../actions/clients/issue-api-key.ts';
import { recordClientActivity } from '../../../actions/clients/record-activity.ts';
import { addOrganisation } from '../../../actions/subscriptions/add-organisation.ts';
import { createSubscription } from '../../../actions/subscriptions/create-subscription.ts';
import { saveMember } from '../../../actions/subscriptions/save-member.ts';
import { sendTestEvent } from '../../../actions/webhooks/send-test-event.ts';
import { readQuantity } from '../../../core/quantity.ts';
import { submit } from '../../../core/usage/report.ts';
import { insertReports } from '../../../storage/usage/reports.ts';
import { insertNotices } from '../../../storage/workspaces/notices.ts';
import { portalRequestsPerMinute } from '../access.ts';

const day = 24 * 3_600_000;
let world: World;
let workspaceId: string;
let user: PortalUser;
let stranger: PortalUser;
const tenantId = newTenant();
const marketplaceSubscriptionId = randomUUID();

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  await subscribe(world, workspaceId, { tenantId, source: 'Marketplace', marketplaceSubscriptionId });
  world.clock.forward(40 * day);
  const late = await subscribe(world, workspaceId, { tenantId });
  world.clock.forward(2 * day);
  await move(world, workspaceId, late, { type: 'suspend' });
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  stranger = await PortalUser.join(world, await world.workspace(), 'Viewer');
});
afterAll(() => world.close());

const overview = async (who = user) => (await who.call('GET', '/overview')).body;

async function report(hoursAgo: number, claimed = false): Promise<string> {
  const hour = new Date(Math.floor(world.clock.now().getTime() / 3_600_000 - hoursAgo) * 3_600_000);
  const quantity = readQuantity(1);
  if (typeof quantity !== 'number') throw new Error('no quantity');
  const key = { subscriptionId: randomUUID(), dimension: 'messages', hour };
  const submission = { ...key, reportId: randomUUID(), quantity, holdMinutes: 15 };
  const submitted = done(submit(null, submission, world.clock.now()));
  const address = { sourceName: 'Marketplace', marketplaceSubscriptionId: 'M1', marketplacePlanId: 'P1' };
  await insertReports(world.database, workspaceId, [{ ...address, report: submitted.report }]);
  if (claimed) {
    await sql`update usage_reports set status = 'Accepted', attempts = 1, decided_at = ${world.clock.now()}
      where subscription_id = ${key.subscriptionId}`.execute(world.database);
  }
  return submitted.report.reportId;
}

describe('the overview', () => {
  it('counts subscriptions by status, today and on each of the last 30 days', async () => {
    const { subscriptions } = await overview();
    const none = { Pending: 0, Active: 0, Suspended: 0, Cancelled: 0, Expired: 0 };
    expect(subscriptions.now).toEqual({ ...none, Active: 1, Suspended: 1 });
    expect(subscriptions.days).toHaveLength(30);
    expect(
      subscriptions.days.map(({ counts }: { counts: { Active: number } }) => counts.Active).slice(-4),
    ).toEqual([1, 2, 2, 1]);
    expect(subscriptions.days[0].counts).toEqual({ ...none, Active: 1 });
  });

  it('counts usage: accepted today, on hold, due, failing', async () => {
    await report(2);
    await report(3, true);
    expect((await overview()).usage).toEqual({
      acceptedToday: 1,
      lostToday: 0,
      held: 1,
      due: 0,
      claimed: 0,
      retrying: 0,
      failing: 0,
    });
  });

  it('shows the health of webhooks', async () => {
    const key = await addEndpoint(world.context, workspaceId);
    expect((await overview()).webhooks.successRate).toBeNull();
    for (let count = 0; count < 4; count++) done(await sendTestEvent(world.context, key));
    await sql`update webhook_deliveries set status = 'Delivered', decided_at = ${world.clock.now()} where event_id in (
      select event_id from webhook_deliveries where workspace_id = ${workspaceId} limit 3)`.execute(
      world.database,
    );
    await sql`update webhook_deliveries set failed_attempts = 1 where status = 'Pending'`.execute(
      world.database,
    );
    expect((await overview()).webhooks).toEqual({
      delivered: 3,
      failed: 0,
      failing: 1,
      waiting: 0,
      successRate: 0.75,
    });
  });

  it('lists the API clients with the most calls, and their limits', async () => {
    const quiet = await world.client(workspaceId, { name: 'Quiet' });
    const busy = await world.client(workspaceId, { name: 'Busy', rateLimitPerMinute: 90 });
    const id = busy.apiKey.split('_')[1] ?? '';
    const use = { kind: 'api-key' as const, id, lastUsedAt: world.clock.now(), calls: 12 };
    await recordClientActivity({ database: world.database, randomBytes }, [use], []);
    expect((await overview()).apiClients).toEqual([
      {
        apiClientId: busy.apiClientId,
        name: 'Busy',
        enabled: true,
        effectiveRateLimit: 90,
        calls: 12,
        refused: 0,
      },
      {
        apiClientId: quiet.apiClientId,
        name: 'Quiet',
        enabled: true,
        effectiveRateLimit: 1_200,
        calls: 0,
        refused: 0,
      },
    ]);
  });

  it('lists items that need attention, each with its link', async () => {
    const notices = Array.from({ length: 12 }, () => ({
      kind: 'UsageRejected' as const,
      key: randomUUID(),
      facts: { reason: 'none' },
    }));
    await insertNotices(world.database, workspaceId, notices, world.context);
    const client = await world.client(workspaceId, { name: 'Ending' });
    const key = (days: number) => ({ expiresAt: new Date(world.clock.now().getTime() + days * day) });
    const ending = done(await issueApiKey(world.context, workspaceId, client.apiClientId, key(3)));
    done(await issueApiKey(world.context, workspaceId, client.apiClientId, key(30)));
    const reportId = await report(23);
    const endpoint = await addEndpoint(world.context, workspaceId);
    await sql`update webhook_endpoints set disabled_at = ${world.clock.now()}, disabled_reason = 'Failing'
      where endpoint_id = ${endpoint.endpointId}`.execute(world.database);
    const connectionId = randomUUID();
    await sql`
      insert into marketplace_connections (workspace_id, connection_id, source_name, auth_url, marketplace_url,
        tenant_id, client_id, credential_kind, sealed_client_secret, created_at, credential_ends_at)
      values (${workspaceId}, ${connectionId}, 'Marketplace', 'a', 'b', ${randomUUID()}, ${randomUUID()}, 'secret', '', now(),
        ${new Date(world.clock.now().getTime() + 20 * day)})`.execute(world.database);
    await sql`update marketplace_connections set sending_failing_since = now()
      where connection_id = ${connectionId}`.execute(world.database);
    const failing = await addEndpoint(world.context, workspaceId);
    await sql`update webhook_endpoints set failing_since = ${world.clock.now()}, description = 'Data lake'
      where endpoint_id = ${failing.endpointId}`.execute(world.database);
    const buy = async () => {
      const purchase = { tenantId, source: 'Marketplace' as const, marketplaceSubscriptionId: randomUUID() };
      return done(await createSubscription(world.context, workspaceId, order(purchase), note)).subscription;
    };
    const stuck = await buy();
    await sql`update subscriptions set created_at = created_at - interval '1 hour'
      where subscription_id = ${stuck.subscriptionId}`.execute(world.database);
    await buy();
    const { attention } = await overview();
    expect(
      attention.map(({ kind, total, items }: { kind: string; total: number; items: { id: string }[] }) => [
        kind,
        total,
        items.length,
      ]),
    ).toEqual([
      ['Notice', 12, 10],
      ['PurchasePending', 1, 1],
      ['ApiKeyEnding', 1, 1],
      ['MarketplaceCredentialEnding', 1, 1],
      ['MarketplaceConnectionFailing', 1, 1],
      ['UsageExpiring', 1, 1],
      ['WebhookEndpointDisabled', 1, 1],
      ['WebhookEndpointFailing', 1, 1],
    ]);
    expect(attention[0].items[0].label).toBe('UsageRejected');
    expect(attention[1].items[0]).toMatchObject({ id: stuck.subscriptionId, parentId: tenantId });
    expect(attention[2].items[0]).toMatchObject({
      id: ending.keyId,
      label: 'Ending',
      parentId: client.apiClientId,
    });
    expect(attention[7].items[0].label).toBe('Data lake');
    const ids = attention.slice(3).map(({ items }: { items: { id: string }[] }) => items[0]?.id);
    expect(ids).toEqual([connectionId, connectionId, reportId, endpoint.endpointId, failing.endpointId]);
  });

  it('is empty for another workspace', async () => {
    const { subscriptions, usage, webhooks, apiClients, attention } = await overview(stranger);
    expect([subscriptions.now.Active, usage.held, webhooks.successRate, apiClients, attention]).toEqual([
      0,
      0,
      null,
      [],
      [],
    ]);
  });
});

it('the search finds every kind of object by any of its fields', async () => {
  await addOrganisation(world.context, workspaceId, { name: 'Contoso 100%', tenantIds: [tenantId] });
  const member = { tenantId, objectId: randomUUID(), email: 'Ada_Lovelace@Contoso.example', isActive: true };
  await saveMember(world.context, workspaceId, member);
  const client = await world.client(workspaceId, { name: 'Billing service' });
  const search = async (text: string, who = user) =>
    (await who.call('GET', `/search?${new URLSearchParams({ text })}`)).body;
  const nothing = {
    tenants: [],
    products: [],
    apiClients: [],
    serviceAccounts: [],
    subscriptions: [],
    webhookEndpoints: [],
    webhookDeliveries: [],
  };
  const tenants = [{ tenantId, organisation: 'Contoso 100%' }];
  for (const text of [
    tenantId,
    'toso',
    '100%',
    'ada_',
    'ADA_LOVELACE@contoso.example',
    marketplaceSubscriptionId,
  ]) {
    const { subscriptions, ...found } = await search(text);
    expect([text, { ...found, subscriptions: [] }]).toEqual([text, { ...nothing, tenants }]);
    const isOfSubscription = ['toso', '100%', marketplaceSubscriptionId].includes(text);
    expect([text, subscriptions.length > 0]).toEqual([text, isOfSubscription]);
    expect([text, await search(text, stranger)]).toEqual([text, nothing]);
  }
  const [bought] = (await search(marketplaceSubscriptionId)).subscriptions;
  expect(bought).toMatchObject({ tenantId, organisation: 'Contoso 100%', product: 'The forum' });
  expect((await search(bought.subscriptionId)).subscriptions).toEqual([bought]);
  const integration = await PortalUser.join(world, workspaceId, 'Integration manager');
  const { body: endpoint } = await integration.call('POST', '/webhook-endpoints', {
    body: { url: 'https://partner.example/invoices', description: 'Ledger' },
  });
  const { endpointId, url, description } = endpoint;
  for (const text of ['ledg', 'INVOICES', endpointId]) {
    expect([text, await search(text)]).toEqual([
      text,
      { ...nothing, webhookEndpoints: [{ endpointId, url, description }] },
    ]);
    expect([text, await search(text, stranger)]).toEqual([text, nothing]);
  }
  const { eventId } = (await integration.call('POST', `/webhook-endpoints/${endpointId}/test`)).body;
  expect(await search(eventId)).toMatchObject({
    webhookDeliveries: [{ endpointId, eventId, replay: 0, type: 'webhook.test' }],
  });
  expect(await search(eventId, stranger)).toEqual(nothing);
  const apiClients = [{ apiClientId: client.apiClientId, name: 'Billing service', enabled: true }];
  done(
    await issueApiKey(world.context, workspaceId, client.apiClientId, { expiresAt: null, name: 'Staging_1' }),
  );
  for (const text of ['billing', client.apiClientId, client.apiKey.split('_')[1] ?? '', 'STAGING_']) {
    expect([text, await search(text)]).toEqual([text, { ...nothing, apiClients }]);
    expect([text, await search(text, stranger)]).toEqual([text, nothing]);
  }
  const administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
  const { body: account } = await administrator.call('POST', '/service-accounts', {
    body: { name: 'Nightly pipeline', role: 'Viewer' },
  });
  const { serviceAccountId } = account;
  const { body: key } = await administrator.call('POST', `/service-accounts/${serviceAccountId}/keys`, {
    body: { name: 'Ingest robot' },
  });
  const serviceAccounts = [{ serviceAccountId, name: 'Nightly pipeline', role: 'Viewer' }];
  for (const text of ['nightly', serviceAccountId, key.keyId, 'robot']) {
    expect([text, await search(text)]).toEqual([text, { ...nothing, serviceAccounts }]);
    expect([text, await search(text, stranger)]).toEqual([text, nothing]);
  }
  const products = [{ slug: 'forum', name: 'The forum', status: 'Published' }];
  expect(await search(' FOR ')).toEqual({ ...nothing, products });
  expect(await search('adaX')).toEqual(nothing);
  expect((await user.call('GET', '/search?text=%20')).status).toBe(400);
});

it('429: limits searches per user', async () => {
  const eager = await PortalUser.join(world, workspaceId, 'Viewer');
  const first = await eager.call('GET', '/settings');
  expect(first.headers.get('ratelimit-policy')).toBe(`"session";q=${portalRequestsPerMinute};w=60`);
  const rest = Number(/r=(\d+)/.exec(first.headers.get('ratelimit') ?? '')?.[1]);
  for (let asked = 0; asked < rest; asked += 50) {
    const calls = Array.from({ length: Math.min(50, rest - asked) }, () => eager.call('GET', '/settings'));
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
  }
  const refused = await eager.call('GET', '/settings');
  expect([refused.status, refused.body.code]).toEqual([429, 'request.rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await eager.callAdmin('GET', '/me')).status).toBe(429);
  expect((await user.call('GET', '/settings')).status).toBe(200);
  world.clock.forward(1_000);
  expect((await eager.call('GET', '/settings')).status).toBe(200);
});
