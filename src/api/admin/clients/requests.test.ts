import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { product } from '../../../../tests/support/worlds/products.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { recordClientRequests } from '../../../actions/clients/record-activity.ts';
import { deleteOldRows } from '../../../actions/operations/delete-old-rows.ts';
import { standardRetention } from '../../../core/operations/retention.ts';
import type { ClientRequest } from '../../../storage/clients/requests.ts';

const minute = 60_000;

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  done(await addProduct(world.context, workspaceId, product('forum')));
});
afterAll(() => world.close());

const log = async (client: TestClient, query: Record<string, string> = {}) =>
  (await user.call('GET', `/api-clients/${client.apiClientId}/requests?${new URLSearchParams(query)}`)).body;

describe('the requests of a client', () => {
  it('are logged on the fast path and behind it, with the tenant and the refusal, and without queries', async () => {
    const client = await world.client(workspaceId);
    const [tenantId, email] = [randomUUID(), 'ann@contoso.example'];
    const call = (path: string, init = {}) => world.call(path, { headers: withKey(client), ...init });
    const read = `/api/v1/entitlements/${tenantId}`;
    const first = await call(`${read}?product=forum`);
    await call(`${read}?product=forum`);
    await call(`${read}?product=unknown`);
    await call(`${read.toUpperCase().replace('/API/V1/ENTITLEMENTS', '/api/v1/entitlements')}?product=forum`);
    await call(`/api/v1/entitlements/${email}?product=forum`);
    await call(`${read}/eligibility?product=forum&email=${email}`);
    await call('/api/v1/catalogue/products');
    await call('/api/v1/catalogue/products', { headers: { 'x-api-key': 'tsk_nobody' } });
    await expect.poll(async () => (await log(client)).total).toEqual({ count: 7, isExact: true });
    const { items, next, keptDays } = await log(client, { sort: 'requestedAt' });
    expect([next, keptDays]).toEqual([null, 7]);
    const seen = items.map(({ status, code, tenantId: about }: ClientRequest) => [status, code, about]);
    expect(seen.sort()).toEqual(
      [
        [200, null, tenantId],
        [200, null, tenantId],
        [404, 'product.not_found', tenantId],
        [200, null, tenantId],
        [400, 'request.validation_failed', null],
        [422, 'entitlement.user_not_resolved', tenantId],
        [200, null, null],
      ].sort(),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        route: '/api/v1/entitlements/:tenantId',
        organisation: null,
        requestId: first.headers.get('x-request-id'),
        milliseconds: expect.any(Number),
        requests: 1,
      }),
    );
    const rows = await world.database
      .selectFrom('api_client_requests')
      .selectAll()
      .where('api_client_id', '=', client.apiClientId)
      .execute();
    expect(JSON.stringify(rows)).not.toMatch(/contoso|forum/);
  });

  it('are sampled when there are many: each entry says how many it stands for', async () => {
    const client = await world.client(workspaceId, { rateLimitPerMinute: 6_000 });
    const call = () => world.call('/api/v1/catalogue/products', { headers: withKey(client) });
    for (let count = 0; count < 110; count += 1) await call();
    world.clock.forward(10_000);
    await call();
    const sum = async () => {
      const { items } = await log(client, { limit: '200' });
      return [items.length, items.reduce((all: number, { requests }: ClientRequest) => all + requests, 0)];
    };
    await expect.poll(sum).toEqual([101, 111]);
  });
});

describe('the log', () => {
  let client: TestClient;
  let start: Date;
  const tenantId = randomUUID();
  beforeAll(async () => {
    client = await world.client(workspaceId);
    start = world.clock.now();
    const request = (index: number, rest: Partial<ClientRequest>) => ({
      apiClientId: client.apiClientId,
      requestedAt: new Date(start.getTime() - index * minute),
      method: 'GET',
      route: '/api/v1/entitlements/:tenantId',
      status: 200,
      code: null,
      tenantId: null,
      milliseconds: 0.25,
      requestId: `request-${index}`,
      requests: 1,
      ...rest,
    });
    const context = { database: world.database, randomBytes };
    await recordClientRequests(context, [
      request(0, { tenantId }),
      request(1, { status: 304, requests: 12 }),
      request(2, { status: 404, code: 'product.not_found', tenantId }),
      request(3, { status: 429, code: 'request.rate_limited' }),
      request(4, { status: 500, code: 'service.internal_error', milliseconds: 1_234.5 }),
    ]);
    await recordClientRequests(context, []);
    await user.call('POST', '/organisations', { body: { name: 'Contoso', tenantIds: [tenantId] } });
  });

  const ids = async (query: Record<string, string>) =>
    (await log(client, query)).items.map(({ requestId }: ClientRequest) => requestId);
  const at = (minutes: number) => new Date(start.getTime() - minutes * minute).toISOString();

  it.each<[string, () => Record<string, string>, readonly number[]]>([
    ['newest first', () => ({}), [0, 1, 2, 3, 4]],
    ['oldest first', () => ({ sort: 'requestedAt' }), [4, 3, 2, 1, 0]],
    ['successful', () => ({ statusClass: '2xx' }), [0]],
    ['not modified', () => ({ statusClass: '3xx' }), [1]],
    ['refused', () => ({ statusClass: '4xx' }), [2, 3]],
    ['failed', () => ({ statusClass: '5xx' }), [4]],
    ['a code', () => ({ code: 'request.rate_limited' }), [3]],
    ['a code of another class', () => ({ code: 'request.rate_limited', statusClass: '5xx' }), []],
    ['a tenant', () => ({ tenantId: tenantId.toUpperCase() }), [0, 2]],
    ['a period', () => ({ from: at(3), until: at(1) }), [2, 3]],
  ])('lists %s', async (_case, query, expected) => {
    expect(await ids(query())).toEqual(expected.map((index) => `request-${index}`));
  });

  it('is paged', async () => {
    const first = await log(client, { limit: '3' });
    const rest = await log(client, { limit: '3', after: first.next });
    expect([...first.items, ...rest.items].map(({ requestId }: ClientRequest) => requestId)).toEqual(
      await ids({}),
    );
    expect(rest.next).toBeNull();
  });

  it('is a file, which the audit log names', async () => {
    world.clock.forward(1);
    const path = `/api-clients/${client.apiClientId}/requests.csv?statusClass=5xx`;
    const { text, headers } = await user.call('GET', path);
    expect(headers.get('content-disposition')).toContain('requests.csv');
    expect(text.split('\r\n')).toEqual([
      'requestedAt,method,route,status,code,tenantId,milliseconds,requestId,requests',
      `${at(4)},GET,/api/v1/entitlements/:tenantId,500,service.internal_error,,1234.5,request-4,1`,
      '',
    ]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_client_requests.exported',
      after: { format: 'csv', apiClientId: client.apiClientId, statusClass: '5xx' },
    });
  });

  it('names the customer', async () => {
    const [item] = (await log(client, { tenantId })).items;
    expect(item).toMatchObject({ tenantId, organisation: 'Contoso', milliseconds: 0.25 });
  });

  it.each(['statusClass=6xx', 'tenantId=contoso', 'from=yesterday', 'after=nonsense', 'limit=0'])(
    '400: %s',
    async (query) => {
      const { status } = await user.call('GET', `/api-clients/${client.apiClientId}/requests?${query}`);
      expect(status).toBe(400);
    },
  );

  it('404: a client of another workspace', async () => {
    const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
    for (const file of ['requests', 'requests.csv']) {
      const { status } = await stranger.call('GET', `/api-clients/${client.apiClientId}/${file}`);
      expect(status).toBe(404);
    }
  });

  it('is kept for a week, and not at all with a retention of 0', async () => {
    const week = 7 * 24 * 60 * minute;
    const later = new Date(start.getTime() + week - 2 * minute);
    const remove = (retention: typeof standardRetention, now: Date) =>
      deleteOldRows('requests', retention)({ database: world.database, now });
    await remove(standardRetention, later);
    expect(await ids({})).toEqual(['request-0', 'request-1', 'request-2']);
    await remove({ ...standardRetention, requestLogDays: 0 }, new Date(start.getTime() + 1));
    expect(await ids({})).toEqual([]);
  });
});
