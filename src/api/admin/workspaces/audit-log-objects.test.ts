import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

const tenantId = randomUUID();
let world: World;
let user: PortalUser;
let apiClientId: string;
let subscriptionId: string;

/** Changes in two products, of two customers and of a client, one after another. */
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  for (const slug of ['forum', 'library']) {
    done(
      await addProduct(
        world.context,
        workspaceId,
        product(slug, { plans: [plan('basic'), plan('better'), plan('sketch', { status: 'Draft' })] }),
      ),
    );
  }
  const change = async (method: string, path: string, body?: object) => {
    const headers: Record<string, string> = method === 'PATCH' ? { 'if-match': '*' } : {};
    const { status, body: answer } = await user.call(method, path, { ...(body && { body }), headers });
    expect([path, status < 300]).toEqual([path, true]);
    return answer;
  };
  await change('PATCH', '/products/forum', { name: 'Town forum' });
  await change('PATCH', '/products/forum/plans/basic', { name: 'Basic monthly' });
  await change('PATCH', '/products/library/plans/basic', { name: 'Basic' });
  await change('DELETE', '/products/forum/plans/sketch');
  const client = { name: 'Warehouse', scopes: ['usage:write'], products: null };
  apiClientId = (await change('POST', '/api-clients', client)).apiClientId;
  await change('POST', `/api-clients/${apiClientId}/api-keys`, { name: 'Nightly job' });
  const application = { applicationId: randomUUID(), tenantId: randomUUID() };
  await change('POST', `/api-clients/${apiClientId}/application-credentials`, application);
  await change('POST', '/organisations', { name: 'Contoso', tenantIds: [tenantId] });
  await change('PUT', `/customers/${tenantId}/members/${randomUUID()}`, {
    email: 'ann@contoso.example',
    isActive: true,
  });
  const order = { tenantId, source: 'Direct', plan: 'basic' };
  subscriptionId = (await change('POST', '/subscriptions', { ...order, product: 'forum' })).subscriptionId;
  await change('POST', '/subscriptions', { ...order, product: 'library' });
  await change('POST', '/subscriptions', { ...order, tenantId: randomUUID(), product: 'forum' });
});
afterAll(() => world?.close());

interface Entry {
  readonly action: string;
  readonly subject: object;
  readonly related: readonly object[];
}
async function entries(query: Record<string, string>): Promise<readonly Entry[]> {
  const { status, body } = await user.call('GET', `/audit-log?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body.items;
}
const actions = async (query: Record<string, string>) => (await entries(query)).map(({ action }) => action);

it.each([
  ['a product and its plans', { product: 'forum' }, ['plan.removed', 'plan.changed', 'product.changed']],
  ['a plan', { product: 'forum', plan: 'basic' }, ['plan.changed']],
  ['a product and a person', { product: 'library', actorId: 'nobody' }, []],
])('the audit log is filtered by %s', async (_, query, expected) => {
  expect(await actions(query)).toEqual(expected);
});

it('the audit log is filtered by customer, with its organisation, members and subscriptions', async () => {
  expect(await actions({ tenantId: tenantId.toUpperCase() })).toEqual([
    'subscription.created',
    'subscription.created',
    'customer_member.added',
    'organisation.added',
  ]);
  const ofForum = await entries({ tenantId, product: 'forum' });
  expect(ofForum.map(({ subject }) => subject)).toMatchObject([{ kind: 'Subscription', id: subscriptionId }]);
  expect(await actions({ tenantId, product: 'forum', plan: 'better' })).toEqual([]);
  expect(await actions({ subscriptionId })).toEqual(['subscription.created']);
});

it('the audit log is filtered by API client, with its keys and applications', async () => {
  expect(await actions({ apiClientId })).toEqual([
    'application_credential.added',
    'api_key.issued',
    'api_client.registered',
  ]);
});

it('entries name their objects as they are known now, or as they were recorded', async () => {
  const [removed, changed] = await entries({ product: 'forum' });
  expect(removed?.subject).toEqual({ kind: 'Plan', id: 'forum/sketch', name: 'Plan sketch', exists: false });
  expect(changed).toMatchObject({
    subject: { kind: 'Plan', id: 'forum/basic', name: 'Basic monthly', exists: true },
    related: [{ kind: 'Product', id: 'forum', name: 'Town forum', exists: true }],
  });
  const [, issued] = await entries({ apiClientId });
  expect(issued?.subject).toMatchObject({ kind: 'ApiKey', name: 'Nightly job', exists: true });
  expect(issued?.related).toEqual([{ kind: 'ApiClient', id: apiClientId, name: 'Warehouse', exists: true }]);
  const [created] = await entries({ subscriptionId });
  expect(created?.subject).toMatchObject({ name: 'Town forum, Basic monthly (Contoso)', exists: true });
  expect(created?.related).toMatchObject([
    { kind: 'Customer', id: tenantId, name: 'Contoso' },
    { kind: 'Product', id: 'forum' },
  ]);
});

it('exports keep the filters and have the names', async () => {
  const query = 'product=forum&plan=basic';
  const csv = await user.call('GET', `/audit-log.csv?${query}`);
  const [columns, ...lines] = csv.text.trimEnd().split('\r\n');
  expect(columns?.split(',').slice(-2)).toEqual(['subject', 'reason']);
  expect(lines.map((line) => line.split(',').at(-2))).toEqual(['Basic monthly']);
  const json = await user.call('GET', `/audit-log.json?${query}`);
  expect(json.body).toEqual(await entries({ product: 'forum', plan: 'basic' }));
});

it('400: a plan without its product', async () => {
  for (const file of ['', '.csv']) {
    const { status, body } = await user.call('GET', `/audit-log${file}?plan=basic`);
    expect([status, body.args.issues[0]]).toMatchObject([400, { path: 'product' }]);
  }
});

it('never finds entries of another workspace', async () => {
  const stranger = await PortalUser.join(world, await world.workspace(), 'Viewer');
  for (const query of [`tenantId=${tenantId}`, 'product=forum', `apiClientId=${apiClientId}`]) {
    expect((await stranger.call('GET', `/audit-log?${query}`)).body.items).toEqual([]);
  }
});
