import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { API, NORTHWIND, SECRET, sampleDirectory } from './sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from './start.ts';

let emulator: EntraEmulator;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { signingKeys: inject('rsaKeys') });
});
afterEach(() => emulator.clearFaults());
afterAll(() => emulator.close());

const paths = [
  `/${NORTHWIND}/v2.0/.well-known/openid-configuration`,
  `/${NORTHWIND}/discovery/keys`,
  `/${NORTHWIND}/oauth2/v2.0/token`,
];
const command = (path: string, method = 'POST') => fetch(`${emulator.url}/_emulator/${path}`, { method });
const state = async () => (await (await command('state', 'GET')).json()) as Record<string, unknown>;

describe('a fault', () => {
  it.each([
    ['unavailable', 503, 90033],
    ['throttled', 429, 90055],
  ])('%s answers %i on every endpoint', async (kind, status, code) => {
    expect((await command(`faults?kind=${kind}`)).status).toBe(200);
    for (const path of paths) {
      const response = await fetch(emulator.url + path);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable', error_codes: [code] });
    }
    expect(await state()).toMatchObject({ faults: [{ kind }] });
    expect((await command('faults?kind=none')).status).toBe(200);
    expect((await fetch(emulator.url + paths[0])).status).toBe(200);
  });

  it('ends after its number of requests', async () => {
    await command('faults?kind=throttled&times=1&retryAfterSeconds=7');
    const limited = await fetch(emulator.url + paths[0]);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await fetch(emulator.url + paths[0])).status).toBe(200);
  });

  it('drops connections', async () => {
    emulator.setFault({ kind: 'reset' });
    await expect(fetch(emulator.url + paths[0])).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(await state()).toMatchObject({ faults: [{ kind: 'reset' }] });
  });

  it('hangs, and closing ends what hangs', async () => {
    const other = await startEntraEmulator(sampleDirectory, { signingKeys: inject('rsaKeys') });
    other.setFault({ kind: 'hanging' });
    const path = `/${NORTHWIND}/discovery/keys`;
    const hanging = fetch(other.url + path).catch((fault: unknown) => fault);
    await expect.poll(() => other.requests.get(path)).toBe(1);
    await other.close();
    expect(await hanging).toBeInstanceOf(TypeError);
  });
});

describe('the control surface', () => {
  it('shows the state and no secret', async () => {
    const shown = await state();
    expect(shown).toMatchObject({ faults: [], tenants: sampleDirectory.tenants });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  it('rotates keys', async () => {
    const { keys: before } = (await state()) as { keys: string[] };
    const rolled = (await (await command('rotate-keys')).json()) as { keys: string[] };
    expect(rolled.keys).toEqual([expect.any(String), ...before.toReversed()]);
    const withdrawn = (await (await command('rotate-keys?withdraw=true')).json()) as { keys: string[] };
    expect(withdrawn.keys).toHaveLength(2);
    expect(withdrawn.keys).not.toContain(rolled.keys[0]);
  });

  it('registers an application with app roles', async () => {
    const clientId = 'aaaaaaaa-0000-4000-8000-000000000009';
    const register = (roles: unknown) =>
      fetch(`${emulator.url}/_emulator/applications`, {
        method: 'POST',
        body: JSON.stringify({ clientId, tenantIds: [NORTHWIND], secrets: ['a secret'], roles }),
      });
    expect((await register({ [API.toUpperCase()]: ['Entitlements.Read'] })).status).toBe(200);
    expect(emulator.claimsFor({ tenantId: NORTHWIND, clientId, api: API })).toMatchObject({
      azpacr: '1',
      roles: ['Entitlements.Read'],
    });
    for (const wrong of [[], { api: ['Entitlements.Read'] }, { [API]: 'Entitlements.Read' }]) {
      expect((await register(wrong)).status).toBe(400);
    }
  });

  it('refuses unknown commands', async () => {
    expect((await command('faults?kind=flood')).status).toBe(400);
    expect((await command('faults')).status).toBe(400);
    expect((await command('state')).status).toBe(404);
    expect((await command('')).status).toBe(404);
  });
});
