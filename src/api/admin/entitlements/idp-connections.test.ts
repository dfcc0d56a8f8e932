import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { product } from '../../../../tests/support/worlds/products.ts';
import { testEncryptionKey, World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { licenceSealContext } from '../../../core/operations/seal-context.ts';
import { unseal } from '../../../secrets/seal.ts';
import { findIdpConnection } from '../../../storage/entitlements/idp-connections.ts';

let world: World;
let user: PortalUser;
let stranger: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum')));
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});
afterAll(() => world.close());

const path = '/idp-connections';
const application = (clientSecret: string) => ({ clientId: randomUUID(), clientSecret });
const secretOf = async (productId: string) => {
  const stored = await findIdpConnection(world.database, user.workspaceId, productId);
  return stored && unseal(stored.sealedClientSecret, testEncryptionKey, licenceSealContext(productId));
};

it('identity provider connections are created, replaced with a current ETag, and removed; the secret is never returned', async () => {
  const body = { product: 'forum', ...application('first') };
  const made = await user.call('POST', path, { body });
  const { productId } = made.body;
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
  expect(made.body).toEqual({
    productId,
    product: { slug: 'forum', name: expect.any(String) },
    clientId: body.clientId,
  });
  expect((await user.call('GET', path)).body).toEqual({
    items: [made.body],
    next: null,
    total: { count: 1, isExact: true },
  });
  expect(await secretOf(productId)).toBe('first');
  expect(await user.lastAudit()).toMatchObject({
    action: 'idp_connection.connected',
    subject: { kind: 'IdpConnection', id: productId },
    after: { product: 'forum', clientId: body.clientId },
  });
  const again = await user.call('POST', path, { body });
  expect([again.status, again.body.code]).toEqual([409, 'product.idp_connected']);

  const one = `${path}/${productId}`;
  const next = application('second');
  expect((await user.call('PUT', one, { body: next })).status).toBe(428);
  const replaced = await user.call('PUT', one, { body: next, headers: { 'if-match': '"1"' } });
  expect([replaced.status, replaced.body.clientId]).toEqual([200, next.clientId]);
  expect((await user.call('PUT', one, { body: next, headers: { 'if-match': '"1"' } })).status).toBe(412);
  expect((await user.call('GET', one)).headers.get('etag')).toBe('"2"');
  expect(await secretOf(productId)).toBe('second');
  const entry = await user.lastAudit();
  expect(entry).toMatchObject({ action: 'idp_connection.changed', before: { clientId: body.clientId } });
  expect(JSON.stringify(entry)).not.toContain('second');

  for (const [method, headers] of [
    ['GET', {}],
    ['PUT', { 'if-match': '*' }],
    ['DELETE', {}],
  ] as const) {
    const answer = await stranger.call(method, one, { headers, ...(method === 'PUT' && { body: next }) });
    expect([method, answer.status]).toEqual([method, 404]);
  }
  expect((await stranger.call('GET', path)).body.items).toEqual([]);
  expect((await stranger.call('POST', path, { body })).status).toBe(404);

  expect((await user.call('DELETE', one)).status).toBe(204);
  expect(await user.lastAudit()).toMatchObject({ action: 'idp_connection.removed', after: null });
  expect((await user.call('DELETE', one)).status).toBe(404);
  expect(await secretOf(productId)).toBeUndefined();
});

it.each([{ product: 'forum' }, { product: 'forum', clientId: 'x', clientSecret: 'y' }])(
  '400: %j',
  async (body) => {
    expect((await user.call('POST', path, { body })).status).toBe(400);
  },
);

it('connections are sorted by the slug or the name of their product', async () => {
  const workspaceId = await world.workspace();
  const owner = await PortalUser.join(world, workspaceId, 'Partner administrator');
  for (const [slug, name] of [
    ['a', 'zebra'],
    ['b', 'Aqueduct'],
    ['c', 'Forum'],
  ] as const) {
    done(await addProduct(world.context, workspaceId, product(slug, { name })));
    await owner.call('POST', path, { body: { product: slug, ...application('hush') } });
  }
  const slugs = async (query: string) => {
    const { items, total } = (await owner.call('GET', `${path}${query}`)).body;
    expect(total).toEqual({ count: 3, isExact: true });
    return items.map((item: { product: { slug: string } }) => item.product.slug).join('');
  };
  expect(await slugs('')).toBe('abc');
  expect(await slugs('?sort=-product')).toBe('cba');
  expect(await slugs('?sort=name')).toBe('bca');
  expect(await slugs('?sort=-name')).toBe('acb');
  expect((await owner.call('GET', `${path}?sort=clientId`)).status).toBe(400);
});
