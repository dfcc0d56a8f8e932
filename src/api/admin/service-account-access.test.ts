import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { issueKey } from '../../actions/clients/keys.ts';
import { addServiceAccount } from '../../actions/clients/service-accounts.ts';
import { suspendWorkspace } from '../../actions/workspaces/workspaces.ts';
import { makeApiKey } from '../../core/clients/api-key.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import { createLogger } from '../../service/logger.ts';
import { startService } from '../../service/start-service.ts';

interface Account {
  readonly workspaceId: string;
  readonly serviceAccountId: string;
  readonly keyId: string;
  readonly key: string;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

let world: World;
let workspaceId: string;
let administrator: PortalUser;
beforeAll(async () => {
  world = await World.create();
  workspaceId = await world.workspace();
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
});
afterAll(() => world.close());

async function accountOf(workspaceId: string, role: MemberRole): Promise<Account> {
  const added = await addServiceAccount(world.context, workspaceId, { name: randomUUID(), role });
  const { serviceAccountId } = done(added);
  const life = { expiresAt: null };
  const issued = await issueKey(
    world.context,
    workspaceId,
    { kind: 'service-account', id: serviceAccountId },
    life,
  );
  const { keyId, text } = done(issued);
  return { workspaceId, serviceAccountId, keyId, key: text };
}

const callAs = (key: string, method: string, path: string, { body, headers }: CallOptions = {}) => {
  // Entries of the same millisecond have no order.
  world.clock.forward(1);
  return world.call(`/api/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
};

it('404: a key of another workspace', async () => {
  const { key } = await accountOf(await world.workspace(), 'Partner administrator');
  const answer = await callAs(key, 'GET', `/workspaces/${workspaceId}/members`);
  expect([answer.status, answer.body.args]).toEqual([404, { kind: 'workspace', parameter: 'workspaceId' }]);
});

describe('a key', () => {
  it('changes data without the rules against CSRF, and the audit log names the account', async () => {
    const { key, serviceAccountId } = await accountOf(workspaceId, 'Catalogue manager');
    const path = `/workspaces/${workspaceId}/categories`;
    const headers = { origin: 'https://ci.example', 'sec-fetch-site': 'cross-site' };
    const body = { slug: `c-${randomUUID().slice(0, 8)}`, name: 'Machines' };
    expect((await callAs(key, 'POST', path, { body, headers })).status).toBe(201);
    const { actor } = await administrator.lastAudit();
    expect(actor).toMatchObject({ kind: 'ServiceAccount', id: serviceAccountId, address: '127.0.0.1' });
  });

  it('takes the place of the cookie', async () => {
    const viewer = await accountOf(workspaceId, 'Viewer');
    const { status, body } = await callAs(viewer.key, 'POST', `/workspaces/${workspaceId}/members`, {
      body: { email: `${randomUUID()}@partner.example`, role: 'Viewer' },
      headers: { cookie: `tessera_session=${administrator.cookie}`, 'x-tessera-request': '1' },
    });
    expect([status, body.code, body.args.role]).toEqual([403, 'auth.role_not_allowed', 'Viewer']);
  });

  it('reads its own account', async () => {
    const { key, keyId, serviceAccountId } = await accountOf(workspaceId, 'Viewer');
    const { status, body } = await callAs(key, 'GET', '/service-account');
    expect([status, body]).toMatchObject([
      200,
      {
        serviceAccountId,
        role: 'Viewer',
        permissions: ['read'],
        workspace: { workspaceId },
        key: { keyId },
      },
    ]);
    const cookie = `tessera_session=${administrator.cookie}`;
    const asMember = await world.call('/api/admin/v1/service-account', { headers: { cookie } });
    expect([asMember.status, asMember.body.code]).toEqual([401, 'auth.credentials_invalid']);
  });

  it('has the rate limit of its account', async () => {
    const { key } = await accountOf(workspaceId, 'Viewer');
    const { headers } = await callAs(key, 'GET', '/service-account');
    expect(headers.get('ratelimit-policy')).toBe('"service-account";q=600;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"service-account";r=599;/);
  });

  it('429: after 600 requests in a minute, also in parallel', async () => {
    const { key } = await accountOf(workspaceId, 'Viewer');
    const answers = [];
    for (let round = 0; round < 4; round += 1) {
      const calls = Array.from({ length: 160 }, () =>
        fetch(`${world.service.url}/api/admin/v1/service-account`, {
          headers: { authorization: `Bearer ${key}` },
        }),
      );
      answers.push(...(await Promise.all(calls)));
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('1');
  });

  it('is refused in the header of API keys, and by the API of applications', async () => {
    const { key } = await accountOf(workspaceId, 'Partner administrator');
    const path = `/api/admin/v1/workspaces/${workspaceId}/members`;
    expect((await world.call(path, { headers: { 'x-api-key': key } })).status).toBe(401);
    const ofApplications = '/api/v1/catalogue/products';
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      expect((await world.call(ofApplications, { headers })).status).toBe(401);
    }
  });
});

describe('401: a key that', () => {
  const invalid = async (key: string, path = '/service-account') => {
    const { status, body, headers } = await callAs(key, 'GET', path);
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([
      401,
      'auth.credentials_invalid',
      'Bearer realm="tessera"',
    ]);
  };

  it('is mistyped, invented or of an API client', async () => {
    const { key } = await accountOf(workspaceId, 'Viewer');
    await invalid(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`);
    await invalid('tsa_');
    await invalid(makeApiKey((count) => crypto.getRandomValues(new Uint8Array(count)), 'tsa').text);
    const client = await world.client(workspaceId);
    const { body } = await callAs(client.apiKey, 'GET', `/workspaces/${workspaceId}/members`);
    expect(body.code).toBe('auth.session_required');
  });

  it('was revoked, has expired, or whose account was removed', async () => {
    const revoked = await accountOf(workspaceId, 'Viewer');
    const keys = `/service-accounts/${revoked.serviceAccountId}/keys`;
    const other = await startService(world.settings, {
      clock: world.clock,
      logger: createLogger('silent'),
    });
    const onOther = () =>
      fetch(`${other.url}/api/admin/v1/service-account`, {
        headers: { authorization: `Bearer ${revoked.key}` },
      });
    expect((await onOther()).status).toBe(200);
    expect((await administrator.call('POST', `${keys}/${revoked.keyId}/revoke`)).status).toBe(200);
    await invalid(revoked.key);
    expect((await onOther()).status).toBe(401);
    await other.stop();

    const removed = await accountOf(workspaceId, 'Viewer');
    const account = `/service-accounts/${removed.serviceAccountId}`;
    expect((await administrator.call('DELETE', account)).status).toBe(204);
    await invalid(removed.key);
    expect((await administrator.call('GET', account)).status).toBe(404);

    const expiring = await accountOf(workspaceId, 'Viewer');
    world.clock.forward(90 * 24 * 3_600_000);
    await invalid(expiring.key);
  });
});

it('403: of a suspended workspace', async () => {
  const suspended = await world.workspace();
  const { key } = await accountOf(suspended, 'Viewer');
  await suspendWorkspace(world.context, suspended, 'unpaid invoice');
  for (const path of ['/service-account', `/workspaces/${suspended}/members`]) {
    const answer = await callAs(key, 'GET', path);
    expect([answer.status, answer.body.code]).toEqual([403, 'workspace.suspended']);
  }
});

it('429: after 60 failed attempts of an address, without work', async () => {
  world.clock.forward(60_000);
  const wrong = () => callAs(makeApiKey(() => new Uint8Array(32), 'tsa').text, 'GET', '/service-account');
  const statuses = [];
  for (let count = 0; count < 65; count += 1) statuses.push((await wrong()).status);
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(60);
  expect(statuses.at(-1)).toBe(429);
  world.clock.forward(60_000);
});

it('the last use of a key is recorded to the minute, after the response', async () => {
  const { key, keyId } = await accountOf(workspaceId, 'Viewer');
  await callAs(key, 'GET', '/service-account');
  const used = world.clock.now().getTime();
  await world.service.stop();
  const { last_used_at } = await world.database
    .selectFrom('api_keys')
    .select('last_used_at')
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  expect(last_used_at).toEqual(new Date(Math.floor(used / 60_000) * 60_000));
});
