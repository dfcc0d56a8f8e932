import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startAwsEmulator } from '../../../emulators/aws-marketplace/start.ts';
import { startEntraEmulator } from '../../../emulators/entra/start.ts';
import type { Offer } from '../../../emulators/microsoft-marketplace/directory.ts';
import { startMarketplaceEmulator } from '../../../emulators/microsoft-marketplace/start.ts';
import { demoListener } from '../../../emulators/webhook-listener/command.ts';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { leaseUsageReconciliation, recordUsageDrift } from '../../actions/usage/reconciliation.ts';
import { removeWebhookEndpoint } from '../../actions/webhooks/endpoints.ts';
import { commonDeadline, readOffers } from '../../api/admin/marketplace/read-offers.ts';
import { judgeDimensions, judgePlans } from '../../core/marketplace/connections/mapping-check.ts';
import type { FulfilmentService } from '../../core/marketplace/fulfilment-service.ts';
import { isLive } from '../../core/marketplace/notifications/alignment.ts';
import { endpointSealContext } from '../../core/operations/seal-context.ts';
import { unseal } from '../../secrets/seal.ts';
import { connectMarketplaces } from '../../service/connect-marketplaces.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { loadSourceMappings } from '../../storage/marketplace/plan-mappings.ts';
import { loadSealedEndpoints } from '../../storage/webhooks/endpoints.ts';
import { reconcileMarketplace } from '../../workers/marketplace/reconcile.ts';
import { demoAws } from '../emulated-aws.ts';
import { demoDirectory } from '../emulated-directories.ts';
import { demoMarketplace } from '../emulated-marketplace.ts';
import { demoEncryptionKey, demoPublisher } from '../identities.ts';
import { readMappedOffers } from '../mapped-offers.ts';
import { readMappedProducts } from '../mapped-products.ts';
import { loadAcceptedUsage } from '../marketplace-usage.ts';
import { connectDemo, seedDemo } from '../seed.ts';
import { playHistory } from './play-history.ts';

const day = 24 * 3_600_000;
/** The last minute of a month. */
const now = new Date('2026-10-31T23:59:00.000Z');
let database: Database;
let apiKey: string;
let workspaceId: string;

async function play(at: Date): Promise<{ readonly database: Database; readonly apiKey: string }> {
  const url = await createDatabase(inject('postgresUrl'));
  const played = openDatabase({ url, maxConnections: 2, onConnectionLost: () => {} });
  const seeded = await seedDemo(played, at);
  await playHistory(played, seeded.apiKey, at);
  return { database: played, apiKey: seeded.apiKey };
}

beforeAll(async () => {
  ({ database, apiKey } = await play(now));
  const workspaces = database.selectFrom('workspaces').select('workspace_id').where('slug', '=', 'arcadia');
  ({ workspace_id: workspaceId } = await workspaces.executeTakeFirstOrThrow());
});
afterAll(() => database.destroy());

const listHours = () => database.selectFrom('usage_hours').selectAll().execute();
const listReports = () => database.selectFrom('usage_reports').selectAll().execute();
const listDeliveries = () => database.selectFrom('webhook_deliveries').selectAll().execute();
const listNotices = () => database.selectFrom('notices').selectAll().execute();
const listSubscriptions = () => database.selectFrom('subscriptions').selectAll().execute();

it('customers arrive, upgrade, convert, stop paying and leave', async () => {
  const rows = await database
    .selectFrom('subscriptions')
    .innerJoin('tenants', 'tenants.tenant_id', 'subscriptions.tenant_id')
    .innerJoin('organisations', 'organisations.organisation_id', 'tenants.organisation_id')
    .select(['name', 'status', 'is_trial', 'subscriptions.created_at'])
    .where('subscriptions.created_at', '>', new Date(now.getTime() - 91 * day))
    .orderBy('subscriptions.created_at')
    .execute();
  const states = Object.fromEntries(rows.map(({ name, status, is_trial }) => [name, [status, is_trial]]));
  expect(states).toMatchObject({
    'Alpine Ski House': ['Active', false],
    'Margie’s Travel': ['Active', false],
    'Munson’s Pickles': ['Active', true],
    'First Up Consultants': ['Suspended', false],
    'Bellows College': ['Cancelled', false],
  });
  expect(rows).toHaveLength(17);
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row?.created_at.getTime() ?? 0);
  expect((last ?? 0) - (first ?? 0)).toBeGreaterThan(80 * day);
});

/** The use of each period of a customer, in per cent of what is included. */
async function periodPercents(played: Database, tenantNumber: number): Promise<readonly number[]> {
  const rows = await played
    .selectFrom('usage_periods')
    .innerJoin('subscriptions', 'subscriptions.subscription_id', 'usage_periods.subscription_id')
    .select(['tenant_id', 'counted', 'included_quantity', 'period_start'])
    .orderBy('period_start')
    .execute();
  return rows
    .filter(({ tenant_id }) => tenant_id.endsWith(String(tenantNumber).padStart(12, '0')))
    .map(({ counted, included_quantity }) => Math.round((100 * Number(counted)) / Number(included_quantity)));
}

it('the use of periods rises past what is included', async () => {
  expect(await periodPercents(database, 17)).toEqual([38, 82, 150]);
  const contoso = (await periodPercents(database, 1)).at(-1);
  expect(contoso).toBeGreaterThan(80);
  expect(contoso).toBeLessThan(100);
  expect((await periodPercents(database, 15)).at(-1)).toBeGreaterThan(100);
});

it('the use of the present period is the same a few minutes after an hour with usage', async () => {
  const { database: played } = await play(new Date('2026-11-18T18:16:00.000Z'));
  expect(await periodPercents(played, 17)).toEqual([38, 82, 150]);
  await played.destroy();
});

it('most days have usage; hours are closed, with late events and duplicates', async () => {
  const hours = await listHours();
  const days = new Set(hours.map(({ hour }) => hour.toISOString().slice(0, 10)));
  expect(days.size).toBeGreaterThan(70);
  for (const count of ['carried', 'duplicates'] as const) {
    expect(hours.some((hour) => Number(hour[count]) > 0)).toBe(true);
  }
  const open = hours.filter(({ closed_at }) => closed_at === null);
  expect(open.length).toBeGreaterThan(0);
  expect(open.every(({ hour }) => now.getTime() - hour.getTime() < 2 * 3_600_000)).toBe(true);
});

it('reports were accepted, some after failures; a rejected one was reported again', async () => {
  const reports = await listReports();
  const accepted = reports.filter(({ status }) => status === 'Accepted');
  expect(accepted.length).toBeGreaterThan(300);
  expect(Math.max(...accepted.map(({ attempts }) => attempts))).toBe(3);
  expect(new Set(reports.map(({ status }) => status))).toEqual(
    new Set(['Accepted', 'NotBilled', 'Pending', 'Skipped']),
  );
  const pending = reports.filter(({ status }) => status === 'Pending');
  expect(pending.every(({ hour }) => now.getTime() - hour.getTime() < day)).toBe(true);
  expect(await listNotices()).toMatchObject([{ kind: 'UsageRejected', done_by: 'siri@arcadia.example' }]);
});

it('what AWS was told is what was used, without the remainder', async () => {
  const reports = (await listReports()).filter(({ kind }) => kind === 'Aws');
  expect(reports.length).toBeGreaterThan(20);
  const accepted = reports.filter(({ status }) => status === 'Accepted');
  const sum = (name: 'quantity' | 'sent_quantity') =>
    accepted.reduce((total, report) => total + Number(report[name]), 0);
  expect(sum('sent_quantity')).toBe(Math.floor(sum('quantity') + 1e-6));
});

it("webhooks go to the developers' listener; one failed for good, others recovered", async () => {
  const deliveries = await listDeliveries();
  const attemptsOf = (wanted: string) =>
    deliveries.filter(({ status }) => status === wanted).map(({ attempts }) => attempts);
  expect(attemptsOf('Failed')).toEqual([10]);
  expect(attemptsOf('Pending')).toEqual([]);
  expect(new Set(attemptsOf('Delivered'))).toEqual(new Set([1, 2, 3]));
  const rows = await database.selectFrom('webhook_endpoints').selectAll().execute();
  expect(rows).toMatchObject([{ url: `http://127.0.0.1:${demoListener.port}/`, failing_since: null }]);
  const ids = rows.map(({ endpoint_id }) => endpoint_id);
  for (const endpoint of await loadSealedEndpoints(database, workspaceId, ids)) {
    const name = endpointSealContext('secret', endpoint);
    expect(unseal(endpoint.secrets.current, demoEncryptionKey, name)).toBe(demoListener.secret);
  }
});

it('the webhook fails for good when a round of usage is delivered between its attempts, too', async () => {
  const { database: played } = await play(new Date('2026-11-19T06:27:00.000Z'));
  const failed = await played
    .selectFrom('webhook_deliveries')
    .select('attempts')
    .where('status', '=', 'Failed')
    .execute();
  expect(failed).toEqual([{ attempts: 10 }]);
  await played.destroy();
});

it('applications asked about most customers lately; the request log has a week', async () => {
  const calls = await database.selectFrom('customer_calls').selectAll().execute();
  const quiet = calls.filter(({ last_call_at }) => now.getTime() - last_call_at.getTime() > 14 * day);
  expect(new Set(quiet.map(({ tenant_id }) => tenant_id.slice(-2)))).toEqual(new Set(['12', '21']));
  expect(new Set(calls.map(({ tenant_id }) => tenant_id)).size).toBe(31);
  const logged = await database.selectFrom('api_client_requests').selectAll().execute();
  expect(new Set(logged.map(({ status }) => status))).toEqual(new Set([200, 304, 400, 404, 429]));
  const oldest = Math.min(...logged.map(({ requested_at }) => requested_at.getTime()));
  expect(now.getTime() - oldest).toBeLessThanOrEqual(7 * day);
});

/** What the doctor finds in the mappings of the demo's connection. */
async function comparedMappings(fulfilment: FulfilmentService) {
  const source = { workspaceId, sourceName: demoPublisher.sourceName };
  const connection = await openConnection(database, source, demoEncryptionKey);
  if (!connection) throw new Error('There is no connection');
  const { sold, offers } = await readOffers(fulfilment, connection, commonDeadline(20_000));
  if (sold.outcome === 'failed') throw new Error(sold.reason);
  const soldPlans = sold.value.map((one) => ({ ...one, isLive: isLive(one) }));
  const mappings = await loadSourceMappings(database, source);
  const facts = { ...source, sold: { ...sold, value: soldPlans }, offers, mappings };
  return [...judgePlans(facts), ...judgeDimensions(facts)];
}

/** The emulated marketplace begins with what it sells while it runs. */
async function expectMappedOffers(marketplaceUrl: string): Promise<void> {
  const surroundings = { serviceUrl: 'http://service', publicUrl: 'http://public' };
  const mapped = await readMappedOffers(database, { ...surroundings, marketplaceUrls: [marketplaceUrl] });
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
}

/** So does the emulated AWS Marketplace. */
async function expectMappedProducts(awsUrl: string): Promise<void> {
  const surroundings = { awsUrl, serviceUrl: 'http://service', publicUrl: 'http://public' };
  const [own, ...others] = await readMappedProducts(database, surroundings);
  expect(others).toEqual([]);
  const [seller] = demoAws.sellers;
  expect(own?.products.map(({ fulfilmentUrl: _, ...product }) => product)).toEqual(seller?.products);
  expect(own).toMatchObject({
    sellerAccountId: seller?.accountId,
    destination: { url: expect.stringMatching(/^http:\/\/service\/api\/marketplace\/aws\/.+\/events$/) },
  });
}

it('the demo agrees with the emulated marketplaces, except for one dimension', async () => {
  const idp = await startEntraEmulator(demoDirectory);
  const marketplace = await startMarketplaceEmulator({ idp, directory: demoMarketplace });
  const aws = await startAwsEmulator({ directory: demoAws });
  const { fulfilment, metering } = connectMarketplaces({
    clock: { now: () => new Date() },
    randomBytes,
    exchange: localExchange,
    database,
    nodeCredentialUse: 'off',
  });
  try {
    const addresses = { authUrl: idp.url, marketplaceUrl: marketplace.url, awsUrl: aws.url };
    await connectDemo(database, addresses);
    const context = () => ({ database, now, randomBytes });
    const before = await listSubscriptions();
    const notices = await listNotices();
    const work = reconcileMarketplace({ context, fulfilment, encryptionKey: demoEncryptionKey });
    expect([await work(), await work(), await work(), await work()]).toEqual([true, true, true, false]);
    expect(await listSubscriptions()).toEqual(before);
    expect(await listNotices()).toEqual(notices);
    expect(await comparedMappings(fulfilment)).toMatchObject([
      { check: 'plans', outcome: 'Fine' },
      { check: 'plans', outcome: 'NotChecked', what: expect.stringContaining('the offer mosaic') },
      {
        check: 'dimensions',
        outcome: 'Failing',
        what: 'The plan enterprise-yearly of the offer aqueduct has no dimension compute-hours: usage of it will be rejected.',
      },
    ]);
    await expectMappedOffers(marketplace.url);
    await expectMappedProducts(aws.url);
    const usage = await loadAcceptedUsage(database, now);
    expect(usage.length).toBeGreaterThan(0);
    const verdicts = usage.map(({ sent, at }) => marketplace.takeUsage(demoPublisher.id, sent, at).status);
    expect(new Set(verdicts)).toEqual(new Set(['Accepted']));
    const lease = await leaseUsageReconciliation(context());
    if (!lease) throw new Error('No comparison is due');
    const rows = marketplace.usageEvents().map(({ hour, quantity, ...event }) => ({
      ...event,
      day: hour.slice(0, 10),
      submittedQuantity: String(quantity),
      processedQuantity: null,
      reconciliationStatus: 'Accepted',
    }));
    expect(await recordUsageDrift(context(), lease, rows)).toMatchObject({ appeared: [] });
  } finally {
    fulfilment.stop();
    metering.stop();
    await aws.close();
    await marketplace.close();
    await idp.close();
  }
});

it('a start on the same day adds nothing; a later one plays the usage of the days since', async () => {
  const rows = async () => ({
    hours: await listHours(),
    reports: await listReports(),
    deliveries: await listDeliveries(),
  });
  const before = await rows();
  await playHistory(database, apiKey, new Date(now.getTime() + 60_000));
  expect(await rows()).toEqual(before);
  await playHistory(database, apiKey, new Date(now.getTime() + 5 * day));
  const { hours } = await rows();
  const added = hours.filter(({ hour }) => hour > now).map(({ hour }) => hour.toISOString().slice(0, 10));
  expect(new Set(added).size).toBeGreaterThanOrEqual(4);
});

it('a start does not restore a removed endpoint', async () => {
  const [row] = await database.selectFrom('webhook_endpoints').selectAll().execute();
  if (!row) throw new Error('There is none');
  const key = { workspaceId: row.workspace_id, endpointId: row.endpoint_id };
  await removeWebhookEndpoint({ database, now: new Date(), randomBytes }, key);
  await seedDemo(database, now);
  await playHistory(database, apiKey, now);
  expect(await loadSealedEndpoints(database, key.workspaceId, [key.endpointId])).toMatchObject([
    { isRemoved: true },
  ]);
});
