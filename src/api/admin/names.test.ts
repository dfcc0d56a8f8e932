import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { newTenant } from '../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { createWorkspace } from '../../actions/workspaces/workspaces.ts';

let world: World;
let user: PortalUser;
let ids: Record<'client' | 'account', string>;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  const { apiClientId } = await world.client(workspaceId);
  const { body } = await user.call('POST', '/service-accounts', { body: { name: 'CI', role: 'Viewer' } });
  ids = { client: apiClientId, account: body.serviceAccountId };
});
afterAll(() => world.close());

const named: readonly [string, string, () => string, (name: string) => object][] = [
  ['the workspace', 'PATCH', () => '/settings', (name) => ({ name })],
  [
    'an API client',
    'POST',
    () => '/api-clients',
    (name) => ({ name, scopes: ['catalogue:read'], products: null }),
  ],
  ['a changed API client', 'PATCH', () => `/api-clients/${ids.client}`, (name) => ({ name })],
  ['an API key', 'POST', () => `/api-clients/${ids.client}/api-keys`, (name) => ({ name })],
  ['a service account', 'POST', () => '/service-accounts', (name) => ({ name, role: 'Viewer' })],
  ["a service account's key", 'POST', () => `/service-accounts/${ids.account}/keys`, (name) => ({ name })],
  ['an organisation', 'POST', () => '/organisations', (name) => ({ name, tenantIds: [newTenant()] })],
  [
    'a product',
    'POST',
    () => '/products',
    (name) => ({ slug: 'wiki', name, types: ['WebApp'], categories: [] }),
  ],
  ['a changed product', 'PATCH', () => '/products/forum', (name) => ({ name })],
  ['a plan', 'PATCH', () => '/products/forum/plans/basic', (name) => ({ name })],
  ['a category', 'POST', () => '/categories', (name) => ({ slug: 'tools', name })],
  [
    'a marketplace connection',
    'POST',
    () => '/marketplace-connections',
    (sourceName) => ({
      sourceName,
      tenantId: randomUUID(),
      clientId: randomUUID(),
      credential: { kind: 'secret', clientSecret: 'hush' },
    }),
  ],
  [
    'a webhook endpoint',
    'POST',
    () => '/webhook-endpoints',
    (description) => ({ url: 'https://hooks.example/in', description }),
  ],
];

it.each(named)('400: a misleading name of %s', async (_, method, path, bodyOf) => {
  for (const name of ['Arcadia\r\n\r\nYour account is closed', 'Arcadia \u202egro.live']) {
    const refused = await user.call(method, path(), { body: bodyOf(name), headers: { 'if-match': '*' } });
    expect([refused.status, refused.body.args?.issues?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('without control or text-direction characters'),
    ]);
  }
});

it('400: a misleading name of a workspace that a command creates', async () => {
  const workspace = { slug: `w-${randomUUID()}`, name: 'Arcadia\nfree', partnerPlan: 'Starter' } as const;
  expect(await createWorkspace(world.context, workspace)).toMatchObject({ refused: true });
});
