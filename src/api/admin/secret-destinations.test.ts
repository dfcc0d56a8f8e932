import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import { WebhookReceiver } from '../../../tests/support/peers/webhook-receiver.ts';
import { product } from '../../../tests/support/worlds/products.ts';
import { World, withWorkers } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';

/**
 * Stored secrets and their destinations. A new admin body with a secret or a web address, and a new sealed column, fail
 * this test until they are classified here.
 */
const operations: Readonly<Record<string, 'brings its secret' | 'tried below' | 'has no secret'>> = {
  addWebhookEndpoint: 'brings its secret',
  changeWebhookEndpoint: 'tried below',
  connectMarketplace: 'brings its secret',
  changeMarketplaceConnection: 'tried below',
  connectIdp: 'brings its secret',
  replaceIdpConnection: 'tried below',
  // The application URL is shown to customers; the service never calls it.
  addProduct: 'has no secret',
  changeProduct: 'has no secret',
};
const sealedColumns = [
  // Not a secret: shows whether the key is right.
  'encryption_canary.sealed_canary',
  'idp_connections.sealed_client_secret',
  'marketplace_connections.sealed_client_secret',
  // Never sent: it signs.
  'signing_keys.sealed_private',
  'webhook_endpoints.sealed_headers',
  // Never sent: deliveries carry signatures.
  'webhook_endpoints.sealed_secret',
  'webhook_previous_secrets.sealed_secret',
];

const isSecretLike = (name: string) =>
  /secret|credential|password|passphrase|private|pem$|token|headers/i.test(name);
const isAddressLike = (name: string) => /url$|uri$|host|origin|^(client|tenant)Id$/i.test(name);
const isUrlLike = (name: string) => /url$|uri$|host|origin/i.test(name);

let world: World;
let user: PortalUser;
let intended: WebhookReceiver;
let other: WebhookReceiver;
beforeAll(async () => {
  world = await World.create(withWorkers);
});
afterAll(() => world.close());
beforeEach(async () => {
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum')));
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  [intended, other] = await Promise.all([WebhookReceiver.start(), WebhookReceiver.start()]);
  return async () => {
    await intended.close();
    await other.close();
  };
});

/** The names of all members of a body, at any depth. */
function memberNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return memberNames(world.adminContract.document.components.schemas[name]);
  }
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...memberNames(inner)])
      : memberNames(value),
  );
}

describe('the table of secret destinations', () => {
  it('has every request body with a secret and an address, or with a web address', () => {
    const found = Object.values(world.adminContract.document.paths).flatMap((path) =>
      Object.values(path).flatMap((operation) => {
        const { operationId, requestBody } = operation as unknown as {
          readonly operationId: string;
          readonly requestBody?: unknown;
        };
        const names = memberNames(requestBody);
        const hasBoth = names.some(isSecretLike) && names.some(isAddressLike);
        return hasBoth || names.some(isUrlLike) ? [operationId] : [];
      }),
    );
    expect(found.sort()).toEqual(Object.keys(operations).sort());
  });

  it('has every sealed column of the database', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%' order by 1`.execute(world.database);
    expect(rows.map(({ name }) => name)).toEqual(sealedColumns);
  });
});

const everythingAt = (receiver: WebhookReceiver) => JSON.stringify(receiver.received);

describe('the credential of a marketplace connection', () => {
  const path = '/marketplace-connections';
  const clientSecret = 'hush-hush-of-the-publisher';
  const connect = async () => {
    const { body } = await user.call('POST', path, {
      body: {
        sourceName: 'Shop',
        tenantId: randomUUID(),
        clientId: randomUUID(),
        credential: { kind: 'secret', clientSecret },
        authUrl: intended.url('/login'),
        marketplaceUrl: intended.url('/marketplace'),
      },
    });
    return `${path}/${body.connectionId}`;
  };
  const change = (at: string, body: object) => user.call('PATCH', at, { body, headers: { 'if-match': '*' } });
  const check = (at: string) => user.call('POST', `${at}/check`);

  it.each([
    ['authUrl', () => ({ authUrl: other.url('/login') })],
    ['marketplaceUrl', () => ({ marketplaceUrl: other.url('/marketplace') })],
    ['tenantId', () => ({ tenantId: randomUUID() })],
    ['clientId', () => ({ clientId: randomUUID() })],
    ['authUrl and the expiry', () => ({ authUrl: other.url('/login'), credentialEndsAt: null })],
  ])('400: changing %s alone does not send the credential elsewhere', async (_, changes) => {
    const at = await connect();
    const before = (await user.call('GET', at)).body;
    const refused = await change(at, changes());
    expect([refused.status, refused.body.args.issues]).toEqual([
      400,
      [{ path: 'credential', rule: 'required', message: expect.stringContaining('must be entered again') }],
    ]);
    expect((await user.call('GET', at)).body).toEqual(before);
    expect((await check(at)).status).toBe(200);
    expect(everythingAt(intended)).toContain(clientSecret);
    expect(other.received).toEqual([]);
  });

  it('200: a new address gets the credential sent with it', async () => {
    const at = await connect();
    const credential = { kind: 'secret', clientSecret: 'another-one' };
    expect((await change(at, { authUrl: other.url('/login'), credential })).status).toBe(200);
    await check(at);
    expect(everythingAt(other)).toContain('another-one');
    expect(everythingAt(other)).not.toContain(clientSecret);
  });

  it('200: other settings need no credential', async () => {
    const at = await connect();
    const { authUrl, clientId } = (await user.call('GET', at)).body;
    const same = { authUrl: `${authUrl}/`, clientId: clientId.toUpperCase(), credentialEndsAt: null };
    expect((await change(at, same)).status).toBe(200);
  });
});

describe('the header values of a webhook endpoint', () => {
  const path = '/webhook-endpoints';
  const value = 'the-key-of-a-gateway';
  const add = async () => {
    const { body } = await user.call('POST', path, {
      body: { url: intended.url('/hooks'), headers: { 'x-gateway': value } },
    });
    return `${path}/${body.endpointId}`;
  };
  const change = (at: string, body: object) => user.call('PATCH', at, { body, headers: { 'if-match': '*' } });
  const arrived = async (at: string, receiver: WebhookReceiver) => {
    const before = receiver.received.length;
    expect((await user.call('POST', `${at}/test`)).status).toBe(202);
    await expect.poll(() => receiver.received.length).toBe(before + 1);
  };

  it.each([
    ['alone', {}],
    ['with the stored value', { headers: { 'x-gateway': null } }],
    ['with the stored value in other case', { headers: { 'X-Gateway': null, 'x-more': 'y' } }],
  ])('400: changing the origin %s does not send the value elsewhere', async (_, changes) => {
    const at = await add();
    const before = (await user.call('GET', at)).body;
    const refused = await change(at, { url: other.url('/hooks'), ...changes });
    const [issue] = refused.body.args.issues;
    expect([refused.status, issue.path.toLowerCase(), issue.rule]).toEqual([
      400,
      'headers.x-gateway',
      'required',
    ]);
    expect((await user.call('GET', at)).body).toEqual(before);
    await arrived(at, intended);
    expect(everythingAt(intended)).toContain(value);
    expect(other.received).toEqual([]);
  });

  it.each([
    ['another value', { 'x-gateway': 'another-one' }],
    ['no header', {}],
  ])('200: the origin changes with %s', async (_, headers) => {
    const at = await add();
    expect((await change(at, { url: other.url('/hooks'), headers })).status).toBe(200);
    await arrived(at, other);
    expect(everythingAt(other)).not.toContain(value);
    expect(other.received[0]?.headers['x-gateway']).toBe(headers['x-gateway' as keyof typeof headers]);
  });

  it('200: another path of the same origin keeps the value', async () => {
    const at = await add();
    expect((await change(at, { url: intended.url('/elsewhere') })).status).toBe(200);
    await arrived(at, intended);
    expect(intended.at('/elsewhere')[0]?.headers['x-gateway']).toBe(value);
  });
});

it('400: replacing the application that reads licences without its secret', async () => {
  const body = { product: 'forum', clientId: randomUUID(), clientSecret: 'hush' };
  const { productId } = (await user.call('POST', '/idp-connections', { body })).body;
  const refused = await user.call('PUT', `/idp-connections/${productId}`, {
    body: { clientId: randomUUID() },
    headers: { 'if-match': '*' },
  });
  expect([refused.status, refused.body.args.issues[0].path]).toEqual([400, 'clientSecret']);
});
