import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { personalAccounts } from '../../core/workspaces/personal-accounts.ts';

let world: World;
let user: PortalUser;
let apiClientId: string;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  apiClientId = (await world.client(workspaceId)).apiClientId;
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
});
afterAll(() => world.close());

const tenantId = personalAccounts.toUpperCase();

it.each<[string, string, () => string, object, string]>([
  ['an organisation', 'POST', () => '/organisations', { name: 'All', tenantIds: [tenantId] }, 'tenantIds'],
  [
    'a subscription',
    'POST',
    () => '/subscriptions',
    { tenantId, product: 'forum', plan: 'basic' },
    'tenantId',
  ],
  ['an invitation', 'POST', () => '/members', { email: 'a@b.example', role: 'Viewer', tenantId }, 'tenantId'],
  ['sign-in tenants', 'PATCH', () => '/settings', { signInTenants: [tenantId] }, 'signInTenants'],
  [
    'an application',
    'POST',
    () => `/api-clients/${apiClientId}/application-credentials`,
    { applicationId: randomUUID(), tenantId },
    'tenantId',
  ],
  [
    'a marketplace connection',
    'POST',
    () => '/marketplace-connections',
    { sourceName: 'S', tenantId, clientId: randomUUID(), credential: { kind: 'secret', clientSecret: 's' } },
    'tenantId',
  ],
])('400: the tenant of personal accounts for %s', async (_, method, path, body, field) => {
  const headers = { 'if-match': '*' };
  const refused = await user.call(method, path(), { body, headers });
  expect(refused.status).toBe(400);
  expect(refused.body.args.issues).toContainEqual({
    path: field,
    rule: 'organisation',
    message: expect.stringContaining('must be the tenant of an organisation'),
  });
});
