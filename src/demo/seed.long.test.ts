import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { createDatabase } from '../../tests/support/database/postgres.ts';
import { billingModels, type Catalogue, licenceModels, productTypes } from '../core/catalogue/catalogue.ts';
import { loadCatalogue } from '../storage/catalogue/catalogue.ts';
import { type Database, openDatabase } from '../storage/database.ts';

import { loadMembershipsOf } from '../storage/workspaces/members.ts';
import { findWorkspaceBySlug, loadWorkspace } from '../storage/workspaces/workspaces.ts';
import { demoMembers } from './identities.ts';
import { mosaic } from './products/small-products.ts';
import { seedDemo } from './seed.ts';

const mosaicPlans = mosaic.plans.map(({ slug }) => slug);
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
    ...(['service_accounts', 'signing_keys'] as const),
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
  await database.deleteFrom('plans').where('slug', 'in', mosaicPlans).execute();
  await database.deleteFrom('products').where('slug', '=', 'mosaic').execute();
  expect(await seedDemo(database, new Date())).toEqual(keys);
  expect((await everything()).length).toBe(before.length);
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
