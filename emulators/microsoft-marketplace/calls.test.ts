import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sampleDirectory } from '../entra/sample-directory.ts';
import { startEntraEmulator } from '../entra/start.ts';
import { type EmulatorUnderTest, startEmulatorUnderTest } from './emulator-under-test.fixture.ts';
import {
  alsoSubscribed,
  contosoClient,
  contosoTenant,
  subscribed,
  tailspinClient,
  tailspins,
  tailspinTenant,
} from './sample-directory.ts';
import { publisherSecret } from './start-alone.ts';

let world: EmulatorUnderTest;
beforeAll(async () => {
  world = await startEmulatorUnderTest();
});
afterAll(() => world.stop());

const event = (effectiveStartTime: string, changes = {}) => ({
  resourceId: subscribed,
  quantity: 1,
  dimension: 'projects',
  planId: 'team',
  effectiveStartTime,
  ...changes,
});

describe('a call', () => {
  it('has its ids echoed or generated', async () => {
    const named = await world.call('usageEvents?usageStartDate=2026-11-15', {
      headers: { 'x-ms-requestid': 'mine', 'x-ms-correlationid': 'ours' },
    });
    expect(named.headers.get('x-ms-requestid')).toBe('mine');
    expect(named.headers.get('x-ms-correlationid')).toBe('ours');
    const unnamed = await world.call('nothing');
    expect(unnamed.headers.get('x-ms-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(unnamed.headers.get('x-ms-correlationid')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['no JSON', '{'],
    ['an array', '[]'],
    ['no request', '{}'],
    ['an empty batch', '{"request":[]}'],
    ['an item that is no object', '{"request":[1]}'],
    ['26 items', JSON.stringify({ request: Array(26).fill(event('2026-11-15T08:00:00')) })],
  ])('with %s is refused as a whole', async (_name, body) => {
    const response = await world.call('batchUsageEvent', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BadArgument' });
    expect(world.marketplace.usageEvents()).toEqual([]);
  });

  it('with 25 items is accepted', async () => {
    const items = Array.from({ length: 24 }, (_, hours) => {
      const time = new Date(world.now().getTime() - hours * 3_600_000).toISOString();
      return event(time, { resourceId: alsoSubscribed });
    });
    const { body } = await world.sendBatch([...items, event('2026-11-14T09:00:00')]);
    expect([body.count, body.result.length]).toEqual([25, 25]);
    expect(world.marketplace.usageEvents()).toHaveLength(24);
  });

  it.each([
    ['POST', 'api/usageEvent', 400],
    ['POST', 'api/usageEvent?api-version=2019-01-01', 400],
    ['POST', 'API/UsageEvent?API-VERSION=2018-08-31', 400],
    ['GET', 'api/usageEvent?api-version=2018-08-31', 405],
    ['POST', 'api/usageEvents?api-version=2018-08-31', 405],
    ['GET', 'api/elsewhere?api-version=2018-08-31', 404],
    ['GET', 'favicon.ico', 404],
  ])('%s %s is answered %i', async (method, path, status) => {
    const authorization = `Bearer ${await world.tokenOf(contosoTenant, contosoClient)}`;
    const response = await fetch(`${world.marketplace.url}/${path}`, { method, headers: { authorization } });
    expect(response.status).toBe(status);
  });

  it('that is too large is refused', async () => {
    const response = await world.call('usageEvent', { method: 'POST', body: ' '.repeat(100_000) });
    expect(response.status).toBe(413);
  });
});

describe('a caller', () => {
  const list = (authorization?: string) =>
    fetch(`${world.marketplace.url}/api/usageEvents?api-version=2018-08-31&usageStartDate=2026-11-15`, {
      headers: authorization === undefined ? {} : { authorization },
    });

  it('is accepted with tokens of either endpoint', async () => {
    expect((await list(`Bearer ${await world.tokenOf(contosoTenant, contosoClient)}`)).status).toBe(200);
    const response = await fetch(`${world.idpUrl}/${contosoTenant}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: contosoClient,
        client_secret: publisherSecret,
        resource: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    expect((await list(`Bearer ${token}`)).status).toBe(200);
  });

  it('without a readable token is refused', async () => {
    for (const authorization of [undefined, 'Bearer x', 'Basic eDp5', 'Bearer a.e30.c']) {
      const response = await list(authorization);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'Forbidden' });
    }
  });

  it('with a token of another issuer, for another API, or too old is refused', async () => {
    const other = await startEntraEmulator(
      {
        tenants: [{ id: contosoTenant }],
        apis: sampleDirectory.apis,
        applications: [
          { clientId: contosoClient, tenantIds: [contosoTenant], secrets: [{ value: 's' }], roles: {} },
        ],
      },
      { now: world.now, signingKeys: inject('rsaKeys').toReversed() },
    );
    const claims = other.claimsFor({
      tenantId: contosoTenant,
      clientId: contosoClient,
      api: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
    });
    expect((await list(`Bearer ${await other.sign(claims)}`)).status).toBe(403);
    await other.close();

    const token = await world.tokenOf(contosoTenant, contosoClient);
    const before = world.now().toISOString();
    world.setNow('2026-11-15T12:00:00.000Z');
    expect((await list(`Bearer ${token}`)).status).toBe(403);
    world.setNow(before);
  });

  it('whose tenant and application belong to no publisher is refused', async () => {
    const publisher = {
      id: 'stranger',
      tenantId: 'e8f90a1b-2c3d-4e4f-8a5b-6c7d8e9f0a1b',
      clientId: '1c2d3e4f-5a6b-4c7d-8e8f-9a0b1c2d3e4f',
      offers: [],
    };
    await world.command('publishers', 'POST', publisher);
    const authorization = `Bearer ${await world.tokenOf(publisher.tenantId, publisher.clientId)}`;
    expect((await list(authorization)).status).toBe(200);
    world.marketplace.registerPublisher({ ...publisher, clientId: contosoClient });
    expect((await list(authorization)).status).toBe(403);
    world.marketplace.registerPublisher({ ...publisher, tenantId: contosoTenant });
    expect((await list(authorization)).status).toBe(403);
  });
});

describe('the list of usage', () => {
  const read = async (query: string) => {
    const response = await world.call(`usageEvents?${query}`);
    return { status: response.status, rows: (await response.json()) as Record<string, unknown>[] };
  };

  it('adds up by day, past days as processed', async () => {
    world.setNow('2026-11-20T01:30:00.000Z');
    await world.sendBatch([
      event('2026-11-20T00:00:00', { quantity: 0.1 }),
      event('2026-11-20T01:00:00', { quantity: 0.2 }),
      event('2026-11-19T23:00:00', { quantity: 7 }),
      event('2026-11-19T23:00:00', { quantity: 3, dimension: 'exports' }),
    ]);
    const row = {
      usageResourceId: subscribed,
      dimension: 'projects',
      planId: 'team',
      planName: 'Team',
      offerId: 'planner',
      offerName: 'Contoso Planner',
      offerType: 'SaaS',
      azureSubscriptionId: '00000000-0000-0000-0000-000000000000',
    };
    const over = { usageDate: '2026-11-19T00:00:00Z', reconStatus: 'Accepted', submittedCount: 1 };
    const projects = { ...row, ...over, submittedQuantity: 7, processedQuantity: 7 };
    const exports = { ...row, ...over, dimension: 'exports', submittedQuantity: 3, processedQuantity: 3 };
    const today = {
      ...row,
      usageDate: '2026-11-20T00:00:00Z',
      reconStatus: 'Submitted',
      submittedCount: 2,
      submittedQuantity: 0.3,
      processedQuantity: 0,
    };
    expect(await read('usageStartDate=2026-11-19')).toEqual({
      status: 200,
      rows: [today, projects, exports],
    });
    expect((await read('usageStartDate=2026-11-19T10:00&UsageEndDate=2026-11-19')).rows).toHaveLength(2);
    expect((await read('usagestartdate=2026-11-20&usageenddate=2026-11-20T00:00:00Z')).rows).toEqual([today]);
    expect((await read('usageStartDate=2026-11-19&reconStatus=Accepted&dimension=exports')).rows).toEqual([
      exports,
    ]);
    expect((await read('usageStartDate=2026-11-19&offerId=other')).rows).toEqual([]);
    expect((await read('usageStartDate=2026-11-21')).rows).toEqual([]);
  });

  it('has the publisher’s own usage only', async () => {
    const authorization = `Bearer ${await world.tokenOf(tailspinTenant, tailspinClient)}`;
    const headers = { authorization };
    const path = `${world.marketplace.url}/api/usageEvents?api-version=2018-08-31&usageStartDate=2026-11-19`;
    expect(await (await fetch(path, { headers })).json()).toEqual([]);
    const item = event('2026-11-20T00:00:00', { resourceId: tailspins, planId: 'basic', dimension: 'miles' });
    await world.call('usageEvent', { method: 'POST', headers, body: JSON.stringify(item) });
    expect(await (await fetch(path, { headers })).json()).toMatchObject([
      { usageResourceId: tailspins, offerName: 'flights', planName: 'basic' },
    ]);
  });

  it.each([[''], ['usageStartDate=soon'], ['usageStartDate=2026-11-19&UsageEndDate=never']])(
    'asked for with %s is refused',
    async (query) => {
      expect((await read(query)).status).toBe(400);
    },
  );
});
