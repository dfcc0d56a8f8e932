import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { statementsOf } from '../../../../tests/support/database/statements.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.emptyWorkspace();
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
});
afterAll(() => world.close());

const read = async () => (await user.call('GET', '/getting-started')).body;
const post = async (path: string, body: object) => {
  const answer = await user.call('POST', path, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

it('the steps are ticked one after the other, in one statement', async () => {
  expect(await read()).toMatchObject({ isComplete: false, next: 'ConnectMarketplace', product: null });
  expect((await read()).steps.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual(Array(7).fill(false));

  const connectionId = randomUUID();
  await sql`
    insert into marketplace_connections (workspace_id, connection_id, source_name, auth_url, marketplace_url,
      tenant_id, client_id, credential_kind, sealed_client_secret, created_at)
    values (${workspaceId}, ${connectionId}, 'Marketplace', 'a', 'http://marketplace.example', ${randomUUID()},
      ${randomUUID()}, 'secret', '', now())`.execute(world.database);
  expect(await read()).toMatchObject({
    next: 'AddProduct',
    connectionId,
    purchaseUrl: null,
  });

  await post('/products', { slug: 'forum', name: 'Forum', types: ['WebApp'] });
  expect(await read()).toMatchObject({ next: 'AddPlan', product: 'forum' });

  const plan = { slug: 'basic', name: 'Basic', licenceModel: 'TenantWide', billingModel: 'FlatRate' };
  expect(await post('/products/forum/plans', { ...plan, publish: true })).toMatchObject({
    status: 'Published',
    editions: [{ slug: 'standard' }],
    plans: [{ slug: 'basic', status: 'Published', edition: 'standard' }],
  });
  expect(await read()).toMatchObject({ next: 'MapPlan', product: 'forum', plan: 'basic' });

  const ids = { sourceName: 'Marketplace', offerId: 'forum', planId: 'basic', dimensions: [] };
  await post('/plan-mappings', { product: 'forum', plan: 'basic', ...ids });
  // Outside the demo no marketplace is an emulator.
  expect(await read()).toMatchObject({ next: 'FirstPurchase', plan: null, purchaseUrl: null });
  const { items } = (await user.call('GET', '/marketplace-connections')).body;
  expect(items).toMatchObject([{ connectionId, testPurchaseUrl: null }]);

  const purchase = { source: 'Marketplace' as const, marketplaceSubscriptionId: randomUUID() };
  const pending = await world.create(workspaceId, { tenantId: randomUUID(), ...purchase });
  expect((await read()).next).toBe('FirstPurchase');
  await world.move(pending, { type: 'activate' });
  expect((await read()).next).toBe('RegisterClient');

  const client = await world.client(workspaceId);
  expect(await read()).toMatchObject({ next: 'FirstCall', apiClientId: client.apiClientId });

  await sql`update api_keys set last_used_at = now() where workspace_id = ${workspaceId}`.execute(
    world.database,
  );
  expect(await read()).toMatchObject({ isComplete: true, next: null });

  const ofFull = await statementsOf(read);
  expect(ofFull.filter(({ text }) => text.includes('"hasPurchase"'))).toHaveLength(1);
});

it('another workspace has its own steps; a viewer reads them', async () => {
  const other = await PortalUser.join(world, await world.emptyWorkspace(), 'Viewer');
  expect((await other.call('GET', '/getting-started')).body.next).toBe('ConnectMarketplace');
  expect((await other.callAdmin('GET', `/workspaces/${workspaceId}/getting-started`)).status).toBe(404);
});
