import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { FABRIKAM, NORTHWIND } from '../entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../entra/start.ts';
import { microsoftGraph } from '../shell/first-party-apps.ts';
import { ALICE, LICENCE_READER, sampleIdp, sampleUsers } from './sample-directory.ts';
import { type GraphEmulator, startGraphEmulator } from './start.ts';

let idp: EntraEmulator;
let graph: GraphEmulator;
beforeAll(async () => {
  idp = await startEntraEmulator(sampleIdp, { signingKeys: inject('rsaKeys') });
  graph = await startGraphEmulator({ idp, directory: sampleUsers });
});
afterEach(() => graph.clearFaults());
afterAll(async () => {
  await graph.close();
  await idp.close();
});

const path = `/beta/users/${ALICE}/usageRights`;
const command = (text: string, method = 'POST') => fetch(`${graph.url}/_emulator/${text}`, { method });

/** As a consented application of the tenant. */
async function listRights(tenantId = NORTHWIND): Promise<Response> {
  const api = microsoftGraph.appId;
  const claims = {
    ...idp.claimsFor({ tenantId, clientId: LICENCE_READER, api }),
    roles: ['User.Read.All'],
  };
  return fetch(graph.url + path, { headers: { authorization: `Bearer ${await idp.sign(claims)}` } });
}
const statusOf = async (tenantId?: string) => (await listRights(tenantId)).status;

describe('a fault set over HTTP', () => {
  it.each([
    ['throttled', 429, 'TooManyRequests'],
    ['unavailable', 503, 'serviceNotAvailable'],
    ['unauthenticated', 401, 'InvalidAuthenticationToken'],
    ['unconsented', 403, 'Authorization_RequestDenied'],
  ])('%s answers %i', async (kind, status, code) => {
    expect((await command(`faults?kind=${kind}&retryAfterSeconds=7`)).status).toBe(200);
    const response = await listRights();
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(kind === 'throttled' ? '7' : null);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect((await command('faults?kind=none')).status).toBe(200);
    expect(await statusOf()).toBe(200);
  });

  it('empty lists nothing', async () => {
    await command('faults?kind=empty');
    expect(await (await listRights()).json()).toMatchObject({ value: [] });
  });

  it('proxy-page answers with a page', async () => {
    await command('faults?kind=proxy-page');
    const response = await listRights();
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<!doctype html>');
  });

  it('reset drops connections', async () => {
    await command('faults?kind=reset');
    await expect(listRights()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('delay answers late', async () => {
    await command('faults?kind=delay&delayMilliseconds=200');
    const before = performance.now();
    expect(await statusOf()).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(195);
  });

  it('of one tenant leaves the others as before', async () => {
    await command(`faults?kind=unavailable&tenant=${FABRIKAM.toUpperCase()}`);
    expect([await statusOf(FABRIKAM), await statusOf(NORTHWIND)]).toEqual([503, 200]);
    await command('faults?kind=throttled');
    expect([await statusOf(FABRIKAM), await statusOf(NORTHWIND)]).toEqual([503, 429]);
    await command(`faults?kind=none&tenant=${FABRIKAM}`);
    expect([await statusOf(FABRIKAM), await statusOf(NORTHWIND)]).toEqual([429, 429]);
  });

  it('ends after its number of requests', async () => {
    await command('faults?kind=unavailable&times=2');
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([503, 503, 200]);
  });
});

it('hangs, and closing ends what hangs', async () => {
  const other = await startGraphEmulator({ idp, directory: sampleUsers });
  other.setFault({ kind: 'hanging' });
  const hanging = fetch(other.url + path).catch((fault: unknown) => fault);
  await expect.poll(() => other.requests.get(path)).toBe(1);
  await other.close();
  expect(await hanging).toBeInstanceOf(TypeError);
});

describe('the control surface', () => {
  it('shows the state', async () => {
    graph.clearRequests();
    graph.setFault({ kind: 'unavailable', tenantId: FABRIKAM });
    await listRights();
    expect(await (await command('state', 'GET')).json()).toEqual({
      faults: [{ kind: 'unavailable', tenantId: FABRIKAM }],
      users: expect.arrayContaining([expect.objectContaining({ id: ALICE, tenantId: NORTHWIND })]),
      requests: { [path]: 1 },
    });
  });

  it.each([
    ['faults'],
    ['faults?kind=odd'],
    ['faults?kind=delay&delayMilliseconds=-1'],
    ['faults?kind=unavailable&times=0'],
    ['faults?kind=unavailable&tenant=northwind'],
  ])('refuses %s', async (text) => {
    expect((await command(text)).status).toBe(400);
    expect(await statusOf()).toBe(200);
  });

  it('refuses unknown commands', async () => {
    expect((await command('state')).status).toBe(404);
    expect((await command('')).status).toBe(404);
  });
});
