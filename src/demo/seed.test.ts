import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startEntraEmulator } from '../../emulators/entra/start.ts';
import type { Offer } from '../../emulators/microsoft-marketplace/directory.ts';
import { startMarketplaceEmulator } from '../../emulators/microsoft-marketplace/start.ts';
import { demoListener } from '../../emulators/webhook-listener/command.ts';
import { createDatabase } from '../../tests/support/database/postgres.ts';
import { localExchange } from '../../tests/support/peers/local-exchange.ts';
import { openConnection } from '../actions/marketplace/account.ts';
import { removeWebhookEndpoint } from '../actions/webhooks/endpoints.ts';
import { createFulfilmentService } from '../adapters/microsoft-marketplace/fulfilment-service.ts';
import { commonDeadline, readOffers } from '../api/admin/marketplace/read-offers.ts';
import { billingModels, type Catalogue, licenceModels, productTypes } from '../core/catalogue/catalogue.ts';
import { judgeDimensions, judgePlans } from '../core/marketplace/connections/mapping-check.ts';
import type { FulfilmentService } from '../core/marketplace/fulfilment-service.ts';
import { isLive } from '../core/marketplace/notifications/alignment.ts';
import { endpointSealContext } from '../core/operations/seal-context.ts';
import { unseal } from '../secrets/seal.ts';
import { loadCatalogue } from '../storage/catalogue/catalogue.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { loadSourceMappings } from '../storage/marketplace/plan-mappings.ts';
import { loadSealedEndpoints } from '../storage/webhooks/endpoints.ts';
import { loadMembershipsOf } from '../storage/workspaces/members.ts';
import { findWorkspaceBySlug, loadWorkspace } from '../storage/workspaces/workspaces.ts';
import { reconcileMarketplace } from '../workers/marketplace/reconcile.ts';
import { demoDirectory } from './emulated-directories.ts';
import { demoMarketplace } from './emulated-marketplace.ts';
import { demoEncryptionKey, demoMembers, demoPublisher } from './identities.ts';
import { readMappedOffers } from './mapped-offers.ts';
import { connectDemo, seedDemo } from './seed.ts';
import { seedHistory } from './seed-history.ts';

let database: Database;
beforeAll(async () => {
  const url = await createDatabase(inject('postgresUrl'));
  database = openDatabase({ url, maxConnections: 2, onConnectionLost: () => {} });
});
afterAll(() => database.destroy());

async function catalogueOf(slug: string): Promise<Catalogue> {
  const workspace = await findWorkspaceBySlug(database, slug);
  if (!workspace) throw new Error(`There is no workspace ${slug}`);
  return loadCatalogue(database, workspace.workspaceId);
}

async function everything(): Promise<string> {
  const tables = [
    ...(['workspaces', 'products', 'plans', 'api_clients', 'api_keys', 'categories'] as const),
    ...(['service_accounts'] as const),
  ];
  const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}

it('the demo has fixed keys and ids, and seeding again adds nothing', async () => {
  const keys = await seedDemo(database, new Date());
  const before = await everything();
  expect(await seedDemo(database, new Date())).toEqual(keys);
  expect(await everything()).toBe(before);
  expect(keys.apiKey).toBe('tsk_5OovhljCmXG_6ocbwBDxtMvWkRhhrzolBCXhf3XUVih2n3zLIwgcixw4X2hj8');
});

it('seeding continues after an interruption', async () => {
  const keys = await seedDemo(database, new Date());
  const before = await everything();
  await database.deleteFrom('api_keys').execute();
  await database.deleteFrom('application_credentials').execute();
  await database.deleteFrom('plans').where('slug', '=', 'pay-as-you-go').execute();
  await database.deleteFrom('products').where('slug', '=', 'mosaic').execute();
  expect(await seedDemo(database, new Date())).toEqual(keys);
  expect((await everything()).length).toBe(before.length);
});

it('seeding does not restore a removed endpoint', async () => {
  await seedDemo(database, new Date());
  const [row] = await database.selectFrom('webhook_endpoints').selectAll().execute();
  if (!row) throw new Error('There is none');
  const key = { workspaceId: row.workspace_id, endpointId: row.endpoint_id };
  await removeWebhookEndpoint({ database, now: new Date(), randomBytes }, key);
  await seedDemo(database, new Date());
  expect(await loadSealedEndpoints(database, key.workspaceId, [key.endpointId])).toMatchObject([
    { isRemoved: true },
  ]);
  await database.deleteFrom('webhook_endpoints').execute();
});

/** What the doctor finds in the mappings of the demo's connection. */
async function comparedMappings(fulfilment: FulfilmentService) {
  const workspace = await findWorkspaceBySlug(database, 'arcadia');
  const source = { workspaceId: workspace?.workspaceId ?? '', sourceName: demoPublisher.sourceName };
  const connection = await openConnection(database, source, demoEncryptionKey);
  if (!connection) throw new Error('There is no connection');
  const { sold, offers } = await readOffers(fulfilment, connection, commonDeadline(20_000));
  if (sold.outcome === 'failed') throw new Error(sold.reason);
  const soldPlans = sold.value.map((one) => ({ ...one, isLive: isLive(one) }));
  const mappings = await loadSourceMappings(database, source);
  const facts = { ...source, sold: { ...sold, value: soldPlans }, offers, mappings };
  return [...judgePlans(facts), ...judgeDimensions(facts)];
}

it('the demo agrees with the emulated marketplace, except for one dimension', async () => {
  await seedDemo(database, new Date());
  const idp = await startEntraEmulator(demoDirectory);
  const marketplace = await startMarketplaceEmulator({ idp, directory: demoMarketplace });
  const fulfilment = createFulfilmentService({
    clock: { now: () => new Date() },
    randomBytes,
    exchange: localExchange,
  });
  try {
    await connectDemo(database, { authUrl: idp.url, marketplaceUrl: marketplace.url });
    const context = () => ({ database, now: new Date(), randomBytes });
    const subscriptions = () => database.selectFrom('subscriptions').selectAll().execute();
    const before = await subscriptions();
    const work = reconcileMarketplace({ context, fulfilment, encryptionKey: demoEncryptionKey });
    expect([await work(), await work(), await work()]).toEqual([true, true, false]);
    expect(await subscriptions()).toEqual(before);
    const surroundings = { serviceUrl: 'http://service', publicUrl: 'http://public' };
    const marketplaceUrls = [marketplace.url];
    const mapped = await readMappedOffers(database, { ...surroundings, marketplaceUrls });
    const sold = ({ offers }: { readonly offers: readonly Offer[] }) =>
      offers
        .flatMap(({ id, plans }) =>
          plans.map((plan) => JSON.stringify([id, { ...plan, dimensions: plan.dimensions.toSorted() }])),
        )
        .toSorted();
    expect(mapped.map(sold)).toEqual(demoMarketplace.publishers.map((one) => sold(one)));
    expect(mapped[0]?.offers[0]).toMatchObject({
      landingPageUrl: 'http://public/marketplace/landing/019b76da-a800-7c61-9ff4-d320989298ad',
      webhookUrl: 'http://service/api/marketplace/v1/calls/019b76da-a800-7c61-9ff4-d320989298ad',
    });
    expect(await readMappedOffers(database, { ...surroundings, marketplaceUrls: [] })).toEqual([]);
    expect(await database.selectFrom('notices').selectAll().execute()).toEqual([]);
    expect(await comparedMappings(fulfilment)).toMatchObject([
      { check: 'plans', outcome: 'Fine' },
      { check: 'plans', outcome: 'NotChecked', what: expect.stringContaining('the offer mosaic') },
      {
        check: 'dimensions',
        outcome: 'Failing',
        what: 'The plan enterprise-yearly of the offer aqueduct has no dimension compute-hours: usage of it will be rejected.',
      },
    ]);
  } finally {
    fulfilment.stop();
    await marketplace.close();
    await idp.close();
  }
});

describe('the first workspace of the demo', () => {
  it('has every kind of catalogue item', async () => {
    const { products } = await catalogueOf('arcadia');
    const published = products.filter(({ status }) => status === 'Published');
    const plans = published.flatMap((product) => product.plans);
    expect(published.length).toBeGreaterThanOrEqual(4);
    expect(new Set(published.flatMap(({ types }) => types))).toEqual(new Set(productTypes));
    expect(new Set(plans.map(({ licenceModel }) => licenceModel))).toEqual(new Set(licenceModels));
    expect(new Set(plans.map(({ billingModel }) => billingModel))).toEqual(new Set(billingModels));
    expect(Math.max(...published.map(({ editions }) => editions.length))).toBeGreaterThanOrEqual(3);
    const metered = plans.filter(({ marketplace }) =>
      marketplace.some(({ dimensions }) => dimensions.length > 0),
    );
    expect(metered.length).toBeGreaterThanOrEqual(2);
    expect(plans.some(({ status }) => status === 'Archived')).toBe(true);
    expect(products.some(({ status }) => status === 'Draft')).toBe(true);
    expect(published.every(({ categories }) => categories.length > 0)).toBe(true);
  });
});

it('the demo has a second workspace with a product of the same slug', async () => {
  const slugsOf = async (workspace: string) =>
    (await catalogueOf(workspace)).products.map(({ slug }) => slug);
  expect(await slugsOf('borealis')).toContain('forum');
  expect(await slugsOf('arcadia')).toContain('forum');
});

it('the administrator of the first workspace is one of an empty workspace, too', async () => {
  await seedDemo(database, new Date());
  const [{ tenantId, objectId }] = demoMembers;
  const memberships = await loadMembershipsOf(database, { tenantId, objectId });
  const workspaces = await Promise.all(
    memberships.map(({ workspaceId }) => loadWorkspace(database, workspaceId)),
  );
  // Sessions belong to the first.
  expect(workspaces.map(({ slug }) => slug)).toEqual(['arcadia', 'sandbox']);
  expect(memberships.map(({ role }) => role)).toEqual(Array(2).fill('Partner administrator'));
  expect((await catalogueOf('sandbox')).products).toEqual([]);
});

it("the demo sends webhooks to the developers' listener without settings", async () => {
  await seedDemo(database, new Date());
  const rows = await database.selectFrom('webhook_endpoints').selectAll().execute();
  expect(rows.map(({ url }) => url)).toEqual([`http://127.0.0.1:${demoListener.port}/`]);
  const [{ workspace_id, endpoint_id } = { workspace_id: '', endpoint_id: '' }] = rows;
  for (const endpoint of await loadSealedEndpoints(database, workspace_id, [endpoint_id])) {
    const name = endpointSealContext('secret', endpoint);
    expect(unseal(endpoint.secrets.current, demoEncryptionKey, name)).toBe(demoListener.secret);
  }
  expect(await database.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
});

it('the demo has usage events of two customers, sent once a day', async () => {
  const now = new Date();
  await seedDemo(database, now);
  const hours = () =>
    database.selectFrom('usage_hours').selectAll().orderBy('subscription_id').orderBy('hour').execute();
  const before = await hours();
  expect(new Set(before.map(({ subscription_id }) => subscription_id)).size).toBe(2);
  expect(before.some(({ closed_at }) => closed_at === null)).toBe(true);
  for (const count of ['carried', 'duplicates'] as const) {
    expect(before.some((hour) => Number(hour[count]) > 0)).toBe(true);
  }
  const reports = await database
    .selectFrom('usage_reports')
    .selectAll()
    .where('origin', '=', 'Events')
    .execute();
  expect(reports.length).toBeGreaterThan(0);
  await seedDemo(database, new Date(now.getTime() + 60_000));
  expect(await hours()).toEqual(before);
});

it('the demo has a history, created once', async () => {
  const { apiKey } = await seedDemo(database, new Date());
  const past = async () => ({
    deliveries: await database.selectFrom('webhook_deliveries').select(['status', 'attempts']).execute(),
    hours: await database.selectFrom('api_client_hours').selectAll().execute(),
    refusals: await database.selectFrom('api_client_refusals').select('code').execute(),
  });
  await seedHistory(database, apiKey, new Date());
  const before = await past();
  expect(new Set(before.deliveries.map(({ status }) => status))).toEqual(new Set(['Delivered', 'Failed']));
  expect(Math.max(...before.deliveries.map(({ attempts }) => attempts))).toBe(10);
  expect([before.hours.length, before.refusals.length]).toEqual([56, 3]);
  await seedHistory(database, apiKey, new Date());
  expect(await past()).toEqual(before);
});
