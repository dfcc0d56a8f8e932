import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { revokeKey } from '../../../src/actions/clients/keys.ts';
import { keyIdOf } from '../../../src/core/clients/api-key.ts';
import { done } from '../../../tests/support/done.ts';
import { SilenceableProxy } from '../../../tests/support/nodes/silenceable-proxy.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { apiAppId, partnerTenantId, type TestClient, World } from '../../../tests/support/worlds/world.ts';
import { createTessera } from '../../src/client.ts';
import type { Credential } from '../../src/credential.ts';
import { fileStore } from '../../src/node/file-store.ts';
import type { Tessera, TesseraOptions } from '../../src/types.ts';
import { page } from '../support/peer.ts';
import { record } from '../support/scripted-clients.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const reference = new URL('../../../docs/reference/sdk.md', import.meta.url);
const hour = 3_600_000;
const faults: string[] = [];

/** A fault of the reference, by its name there. */
function fault(name: string, test: () => Promise<void>): void {
  faults.push(name);
  it(name, test);
}

let world: World;
let workspaceId: string;
let credential: Credential;
let proxy: SilenceableProxy;
let folder: string;
let ahead = 0;
const clients: Tessera[] = [];
const now = () => Date.now() + ahead;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-sdk-'));
  world = await World.create();
  workspaceId = await world.workspace();
  const basic = plan('basic', { capabilities: { search: true }, limits: { boards: 5 } });
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [basic] })));
  credential = await world.client(workspaceId);
  const { hostname, port } = new URL(world.service.url);
  proxy = await SilenceableProxy.start({ host: hostname, port: Number(port) });
});
afterEach(async () => {
  proxy.accept();
  proxy.slow(0);
  ahead = 0;
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await proxy.close();
  await world.close();
  await rm(folder, { recursive: true });
});

function create(options: Partial<TesseraOptions> = {}): Tessera {
  const url = `http://127.0.0.1:${proxy.port}`;
  const client = createTessera({ url, product: 'forum', credential, now, refresh: 'poll', ...options });
  clients.push(client);
  return client;
}

async function customer(): Promise<{ readonly tenantId: string; readonly subscriptionId: string }> {
  const tenantId = newTenant();
  return { tenantId, subscriptionId: await subscribe(world, workspaceId, { tenantId }) };
}

/** What a caller sees. */
async function seen(client: Tessera, tenantId: string) {
  const held = await client.entitlement(tenantId);
  return { can: held.can('search'), stale: held.stale };
}
const fresh = { can: true, stale: false };
const stale = { can: true, stale: true };
const unavailable = { name: 'TesseraUnavailable' };

describe('what a caller sees', () => {
  fault('The service is down at start', async () => {
    const { tenantId } = await customer();
    const store = () => fileStore(join(folder, 'start'));
    const before = create({ store: store() });
    await before.entitlement(tenantId);
    await before.close();
    proxy.refuse();
    ahead = hour;
    const client = create({ store: store() });
    const held = await client.entitlement(tenantId);
    expect([held.can('search'), held.limit('boards'), held.stale]).toEqual([true, 5, true]);
    await expect(client.entitlement(newTenant())).rejects.toMatchObject(unavailable);
    await expect(create().entitlement(tenantId)).rejects.toMatchObject(unavailable);
    proxy.accept();
    ahead += hour;
    expect(await seen(client, tenantId)).toEqual(fresh);
  });

  fault('The service goes down', async () => {
    const { tenantId } = await customer();
    const client = create();
    const lenient = create({ afterGrace: 'lastKnown' });
    for (const one of [client, lenient]) expect(await seen(one, tenantId)).toEqual(fresh);
    proxy.refuse();
    ahead = hour;
    for (const one of [client, lenient]) expect(await seen(one, tenantId)).toEqual(stale);
    ahead = 73 * hour;
    expect(await seen(client, tenantId)).toEqual({ can: false, stale: true });
    expect(await seen(lenient, tenantId)).toEqual(stale);
    proxy.accept();
    ahead += hour;
    expect(await seen(client, tenantId)).toEqual(fresh);
  });

  fault('The service is slow', async () => {
    const { tenantId } = await customer();
    const client = create({ timeout: '200ms' });
    const retries = record(client, 'retry');
    await expect.poll(() => seen(client, tenantId)).toEqual(fresh);
    retries.length = 0;
    proxy.slow(400);
    ahead = hour;
    expect(await seen(client, tenantId)).toEqual(stale);
    expect(retries).toHaveLength(2);
    await expect(client.entitlement(newTenant())).rejects.toMatchObject(unavailable);
  });

  fault('The responses are garbled', async () => {
    const tenantId = newTenant();
    const service = await ScriptedService.start();
    const client = create({ url: service.peer.url, product: 'aqueduct' });
    await client.entitlement(tenantId);
    service.fault = page(200);
    ahead = hour;
    expect(await client.entitlement(tenantId)).toMatchObject({ stale: true, accessLevel: 'Full' });
    await expect(client.entitlement(newTenant())).rejects.toMatchObject(unavailable);
    await service.close();
  });

  fault('The rate limit is exceeded (429)', async () => {
    const limited = await world.client(workspaceId, { rateLimitPerMinute: 60 });
    const client = create({ credential: limited });
    const retries = record(client, 'retry');
    // 30 reads of one entitlement each, and 10 for each batch of 100.
    for (let reads = 0; reads < 30; reads++) await client.entitlement(newTenant());
    const many = Promise.all(Array.from({ length: 400 }, () => client.entitlement(newTenant())));
    await expect.poll(() => retries.length).toBeGreaterThan(0);
    expect(retries[0]?.error).toMatchObject({ status: 429 });
    world.clock.forward(60_000);
    expect(await many).toHaveLength(400);
  });

  fault('The API key is revoked (401)', async () => {
    const { tenantId } = await customer();
    const revoked: TestClient = await world.client(workspaceId);
    const client = create({ credential: revoked, pollInterval: '1s' });
    const errors = record(client, 'error');
    expect(await seen(client, tenantId)).toEqual(fresh);
    done(
      await revokeKey(world.context, workspaceId, {
        kind: 'api-client',
        keyId: keyIdOf(revoked.apiKey) ?? '',
      }),
    );
    await expect.poll(() => seen(client, tenantId)).toEqual(stale);
    await expect(client.entitlement(newTenant())).rejects.toMatchObject({
      name: 'TesseraRefused',
      status: 401,
    });
    await expect.poll(() => errors).not.toHaveLength(0);
    expect(errors[0]?.error).toMatchObject({ name: 'TesseraRefused', status: 401 });
  });

  fault('The token is refused (401)', async () => {
    const { tenantId } = await customer();
    const application = await world.client(workspaceId);
    const clientId = world.application();
    await world.activate(application, clientId);
    const tokens: Credential = {
      tenantId: partnerTenantId,
      clientId,
      clientSecret: 'a secret of the test',
      scope: `api://${apiAppId}/.default`,
      authority: world.idp.url,
    };
    const client = create({ credential: tokens });
    const retries = record(client, 'retry');
    expect(await seen(client, tenantId)).toEqual(fresh);
    // The token has ended for the service, and not yet for the client.
    world.clock.forward(2 * hour);
    expect(await seen(client, newTenant())).toEqual({ can: false, stale: false });
    expect(retries).toMatchObject([{ error: { status: 401 } }]);
  });

  fault('The stream is cut every second', async () => {
    const { tenantId, subscriptionId } = await customer();
    const client = create({ refresh: 'stream', pollInterval: '1s' });
    const connections = record(client, 'connected');
    const cutting = setInterval(() => proxy.cut(), 1_000);
    expect(await seen(client, tenantId)).toEqual(fresh);
    await expect.poll(() => connections.length).toBeGreaterThan(1);
    await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    await expect.poll(async () => (await client.entitlement(tenantId)).raw?.status).toBe('Suspended');
    clearInterval(cutting);
  });

  fault('The clock is set back', async () => {
    const { tenantId, subscriptionId } = await customer();
    const client = create({ pollInterval: '1s' });
    expect(await seen(client, tenantId)).toEqual(fresh);
    ahead = -24 * hour;
    await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    await expect.poll(async () => (await client.entitlement(tenantId)).raw?.status).toBe('Suspended');
  });

  fault('The clock is set forward', async () => {
    const { tenantId } = await customer();
    const client = create();
    expect(await seen(client, tenantId)).toEqual(fresh);
    ahead = 1_000 * hour;
    expect(await seen(client, tenantId)).toEqual(fresh);
  });

  describe('of a process', () => {
    const library = fileURLToPath(new URL('../../src/', import.meta.url));
    /** Reads tenants, closes, and prints what went wrong. */
    const script = `
      import { createTessera } from './client.ts';
      import { fileStore } from './node/index.ts';
      const { url, apiKey, path, tenants } = JSON.parse(process.argv[2]);
      const store = fileStore(path, { onError: ({ code }) => console.log(code) });
      const tessera = createTessera({ url, product: 'forum', credential: { apiKey }, store });
      for (const tenantId of tenants) {
        const held = await tessera.entitlement(tenantId);
        console.log(held.can('search'), held.limit('boards'));
      }
      await tessera.close();`;
    let program: string;
    beforeAll(async () => {
      program = join(folder, 'process.mjs');
      const stdin = { contents: script, resolveDir: library, loader: 'ts' } as const;
      await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: program });
    });

    async function run(path: string, tenants: readonly string[], shell = ''): Promise<readonly string[]> {
      const { url } = world.service;
      const { apiKey } = credential as TestClient;
      const settings = JSON.stringify({ url, apiKey, path: join(folder, path), tenants });
      const command = ['-c', `${shell} exec "$0" "$@"`, process.execPath, program, settings];
      const child = spawn('bash', command, { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      const [code] = await once(child, 'close');
      expect(code).toBe(0);
      return output.trimEnd().split('\n');
    }

    fault('The disk is full', async () => {
      const { tenantId } = await customer();
      // No file may have a byte; the signal for it is ignored, so that a write fails.
      const lines = await run('full', [tenantId], "trap '' XFSZ; ulimit -f 0;");
      expect(lines).toEqual(['true 5', 'EFBIG']);
      expect(await fileStore(join(folder, 'full')).load()).toEqual([]);
    });

    fault('Two processes share a store', async () => {
      const tenants = await Promise.all(Array.from({ length: 12 }, async () => (await customer()).tenantId));
      await Promise.all([run('shared', tenants.slice(0, 8)), run('shared', tenants.slice(4))]);
      const stored = await fileStore(join(folder, 'shared')).load();
      expect(stored.map(({ tenantId }) => tenantId).sort()).toEqual(tenants.toSorted());
    });
  });
});

describe('the reference', () => {
  it('lists the faults', async () => {
    const [, section = ''] = (await readFile(reference, 'utf8')).split('## Faults\n');
    const rows = [...section.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name);
    expect(rows.slice(1)).toEqual(faults);
  });

  it.each(['TesseraOptions', 'Tessera', 'TesseraEvents', 'Entitlement', 'TrackOptions'])(
    'names every member of %s',
    async (name) => {
      const files = ['types', 'types/options', 'types/usage'];
      const texts = files.map((file) => readFile(new URL(`../../src/${file}.ts`, import.meta.url), 'utf8'));
      const types = (await Promise.all(texts)).join('\n');
      const [, body = ''] =
        new RegExp(`^export interface ${name}\\b[^{]*{\n([\\s\\S]*?)^}`, 'm').exec(types) ?? [];
      const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(<]/gm)].map(([, member]) => member);
      expect(members.length).toBeGreaterThan(4);
      const page = await readFile(reference, 'utf8');
      expect(members.filter((member) => !new RegExp(`\`${member}\\b`).test(page))).toEqual([]);
    },
  );
});
