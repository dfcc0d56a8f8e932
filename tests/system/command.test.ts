import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../support/database/postgres.ts';
import { removeFolder } from '../support/database/server-pair.ts';
import { nodeEnvironment, RunningCommand, type RunningProgram } from '../support/nodes/running-command.ts';
import { MeteredShop } from '../support/worlds/metered-shop.ts';

let folder: string;
const running: RunningCommand[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-command-'));
  // The demo's PostgreSQL runs as another user when the test runs as root.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  for (const command of running) command.signal('SIGKILL');
  await Promise.all(running.map((command) => command.ended()));
  await removeFolder(folder);
});

function start(
  args: readonly string[],
  environment: Record<string, string> = {},
  program?: RunningProgram,
): RunningCommand {
  const command = new RunningCommand(args, environment, program);
  running.push(command);
  return command;
}

const demo = (
  args: string[] = [],
  environment: Record<string, string> = {},
  program?: RunningProgram,
): RunningCommand => start(args, { PORT: '0', DATA_DIR: folder, ...environment }, program);

const exists = (name: string) =>
  access(join(folder, name)).then(
    () => true,
    () => false,
  );

async function demoFacts() {
  return JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));
}

async function squatOn(port: number) {
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  return { port: (squatter.address() as AddressInfo).port, leave: () => squatter.close() };
}

it('an old version of Node is told to be too old', async () => {
  const pretend = "Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })";
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/start.js'];
  await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Node 18.20.8 is too old for Tessera: use Node 20.19 or newer.\n',
  });
});

/** A free port that eight free ones follow. They are below those that the system gives to others. */
async function portBeforeFreeOnes(): Promise<number> {
  for (let port = 20_000; port < 32_000; port += 10) {
    const tried = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => squatOn(port + index)));
    for (const result of tried) if (result.status === 'fulfilled') result.value.leave();
    if (tried.every(({ status }) => status === 'fulfilled')) return port;
  }
  throw new Error('No range of ports is free');
}

async function products(baseUrl: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/api/v1/catalogue/products`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { slug: string }[]).map(({ slug }) => slug);
}

// Each test continues with the folder of the tests before: a demo takes seconds to create.
describe('the demo', () => {
  const ours = ['aqueduct', 'forum', 'mosaic', 'scriptorium'];
  let first: RunningCommand;
  let port: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test reads the facts freely.
  let facts: any;

  it('starts without settings, prints and stores its addresses and keys, and accepts them', async () => {
    await writeFile(join(folder, 'mine.txt'), 'keep me');
    // Builds first, as `npm start` does.
    port = await portBeforeFreeOnes();
    first = demo([], { PORT: String(port) }, { script: 'scripts/start.js' });
    await first.prints('Read the catalogue with the API key');
    expect(first.errors).toBe('Starting Tessera …\n');
    const steps = first.output.slice(0, first.output.indexOf('Tessera is running')).trim().split('\n');
    expect(steps).toEqual([
      'Starting PostgreSQL …',
      'Starting the emulators, and playing 90 days of demo data …',
      'Starting the service …',
    ]);
    facts = await demoFacts();
    expect(facts).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      databaseUrl: expect.stringMatching(/^postgres:/),
      portalUrl: `${facts.baseUrl}/portal/`,
      sandboxUrl: `${facts.baseUrl}/portal/sandbox/overview`,
      signingKeysUrl: expect.stringMatching(/\/\.well-known\/tessera\/[\da-f-]+\/jwks\.json$/),
      signInUrl: expect.stringContaining(`${facts.baseUrl}/api/admin/v1/sign-in/link?token=`),
      apiKey: expect.stringMatching(/^tsk_/),
      otherWorkspaceApiKey: expect.stringMatching(/^tsk_/),
      serviceAccountKey: expect.stringMatching(/^tsa_/),
      idp: {
        authUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        httpsAuthUrl: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
        tenantId: 'a0000000-0000-4000-8000-000000000001',
        clientId: 'c0000000-0000-4000-8000-000000000001',
        clientSecret: 'demo-client-secret',
        apiAppId: 'e0000000-0000-4000-8000-000000000001',
      },
      graphUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      graphHttpsUrl: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      marketplace: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        httpsUrl: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      },
      awsMarketplace: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        region: 'us-east-1',
        accessKeyId: expect.stringMatching(/^AKIA/),
        secretAccessKey: expect.any(String),
        accountId: expect.stringMatching(/^\d{12}$/),
        licenceArn: expect.stringMatching(/^arn:aws:license-manager::\d{12}:license:l-/),
        productCode: expect.any(String),
        dimension: 'flow-runs',
        tenantId: expect.stringMatching(/^b0000000-/),
        product: 'mosaic',
      },
      caFile: join(folder, 'development-ca.pem'),
      mailbox: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
      metered: {
        tenantId: 'b0000000-0000-4000-8000-000000000001',
        product: 'aqueduct',
        plan: 'standard-monthly',
        dimension: 'rows-moved',
      },
      limited: {
        tenantId: 'b0000000-0000-4000-8000-000000000001',
        product: 'aqueduct',
        dimension: 'ai-requests',
      },
      licence: {
        tenantId: 'b0000000-0000-4000-8000-000000000001',
        product: 'aqueduct',
        licenceFileId: expect.any(String),
        file: expect.stringMatching(/^-----BEGIN TESSERA LICENCE-----\n/),
        installation: {
          name: 'Plant 7',
          jwk: { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), d: expect.any(String) },
        },
      },
      tenants: expect.any(Array),
      eligibility: expect.any(Array),
    });
    for (const fact of [
      facts.baseUrl,
      facts.apiKey,
      facts.mailbox.url,
      ...Object.values<string>(facts.idp),
    ]) {
      expect(first.output).toContain(fact);
    }
    expect(
      [
        facts.baseUrl,
        facts.idp.authUrl,
        facts.idp.httpsAuthUrl,
        facts.graphUrl,
        facts.graphHttpsUrl,
        facts.marketplace.url,
        facts.marketplace.httpsUrl,
        facts.mailbox.url,
        facts.awsMarketplace.url,
      ].map((url) => Number(new URL(url).port) - port),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9]);
    const portal = await fetch(facts.portalUrl);
    expect([portal.status, await portal.text()]).toEqual([200, expect.stringContaining('<script')]);

    // Both API keys and a token of the identity provider.
    expect(await products(facts.baseUrl, { 'x-api-key': facts.apiKey })).toEqual(ours);
    expect(await products(facts.baseUrl, { 'x-api-key': facts.otherWorkspaceApiKey })).toEqual([
      'forum',
      'lantern',
    ]);
    const { authUrl, tenantId, clientId, clientSecret, apiAppId } = facts.idp;
    const granted = await fetch(`${authUrl}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: `api://${apiAppId}/.default`,
      }),
    });
    const { access_token } = (await granted.json()) as { access_token: string };
    expect(await products(facts.baseUrl, { authorization: `Bearer ${access_token}` })).toEqual(ours);

    // As printed: the shell's line and the program.
    const sample = /NODE_EXTRA_CA_CERTS='(.*)'\n\n(import [\s\S]*?)\n\n/.exec(first.output);
    const { stdout: token } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', sample?.[2] ?? ''],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: sample?.[1] } },
    );
    expect(await products(facts.baseUrl, { authorization: `Bearer ${token.trim()}` })).toEqual(ours);

    expect(first.output).toContain(facts.signInUrl);
    const signedIn = await fetch(facts.signInUrl, { redirect: 'manual' });
    const cookie = signedIn.headers.getSetCookie().join().split(';')[0] ?? '';
    const me = await fetch(`${facts.baseUrl}/api/admin/v1/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({
      name: 'Mara Voss',
      workspaces: [
        { slug: 'arcadia', role: 'Partner administrator' },
        { slug: 'sandbox', role: 'Partner administrator' },
      ],
    });
  });

  it('refuses a folder that is in use', async () => {
    const second = demo();
    expect(await second.ended()).toBe(1);
    expect(second.errors.trim().split('\n')).toHaveLength(1);
    expect(second.errors).toMatch(/in use.*DATA_DIR/);
  });

  it('keeps its data after SIGKILL; by npm start it ends with npm, and its files are for their owner alone', async () => {
    first.signal('SIGKILL');
    await first.ended();
    const squatter = await squatOn(port + 7);
    const again = demo([], { PORT: String(port) }, { node: 'npm', script: 'start', hasGroup: true });
    await again.prints('Read the catalogue with the API key');
    squatter.leave();
    expect(again.output).toContain(`Ports in use: ${squatter.port}. The emulators take free ones instead.\n`);
    const later = await demoFacts();
    const changed = {
      signInUrl: expect.any(String),
      databaseUrl: expect.any(String),
      mailbox: expect.anything(),
    };
    expect(later).toEqual({ ...facts, ...changed });
    expect(later.mailbox).not.toEqual(facts.mailbox);
    expect(await products(later.baseUrl, { 'x-api-key': facts.apiKey })).toEqual(ours);
    for (const name of ['demo.json', 'marketplace-usage.jsonl', 'postgres/server.log']) {
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    if (process.platform === 'linux') {
      expect(await groupMembers(again.pid)).not.toContainEqual(expect.stringContaining('esbuild'));
    }

    again.signal('SIGTERM', 'alone');
    await again.ended();
    const isAlive = () =>
      fetch(`${later.baseUrl}/health/live`).then(
        ({ status }) => status,
        () => 'gone',
      );
    await expect.poll(isAlive).toBe('gone');
    if (process.platform === 'linux') await expect.poll(() => groupMembers(again.pid)).toEqual([]);
    // npm itself may warn about its settings.
    expect(again.errors.split('\n').filter((line) => line !== '' && !line.startsWith('npm '))).toEqual([
      'Starting Tessera …',
    ]);
  });

  it('refuses a port that is in use', async () => {
    const squatter = await squatOn(0);
    const refused = demo([], { PORT: String(squatter.port) });
    expect(await refused.ended()).toBe(1);
    expect(refused.errors).toBe(
      `Port ${squatter.port} on 127.0.0.1 is in use. Stop what uses it, or choose another: PORT=${squatter.port + 10} npm start\n`,
    );
    squatter.leave();
  });

  it('starts afresh with --reset, also after a start that SIGTERM ended, which stops its PostgreSQL server', async () => {
    const postmaster = 'postgres/data/postmaster.pid';
    expect(await exists(postmaster)).toBe(false);
    const certificate = await readFile(facts.caFile, 'utf8');
    const interrupted = demo(['--reset']);
    await expect.poll(() => exists(postmaster), { interval: 10 }).toBe(true);
    expect(await exists('demo.json')).toBe(false);
    expect(await interrupted.stop()).toBe(0);
    expect(await exists(postmaster)).toBe(false);

    const fresh = demo();
    await fresh.prints('Read the catalogue');
    const anew = await demoFacts();
    expect(await readFile(anew.caFile, 'utf8')).not.toBe(certificate);
    expect(await products(anew.baseUrl, { 'x-api-key': anew.apiKey })).toEqual(ours);
    expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('keep me');
    expect(await fresh.stop()).toBe(0);
    expect(fresh.errors).toBe('');
  });

  it('refuses a DATA_DIR that is a file, with a one-line error', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const command = demo([], { DATA_DIR: file });
    expect(await command.ended()).toBe(1);
    expect(command.errors.trim().split('\n')).toHaveLength(1);
    expect(command.errors).toContain('DATA_DIR');
  });

  it.runIf(process.getuid?.() !== 0)(
    'refuses a DATA_DIR that is not writable, with a one-line error',
    async () => {
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: 0o555 });
      const command = demo([], { DATA_DIR: join(closed, 'data') });
      expect(await command.ended()).toBe(1);
      expect(command.errors.trim().split('\n')).toHaveLength(1);
      expect(command.errors).toContain('DATA_DIR');
    },
  );
});

describe('a production server', () => {
  it('lists all missing settings in one error', async () => {
    const command = start([], { DATABASE_URL: 'postgres://db/tessera' });
    expect(await command.ended()).toBe(1);
    expect(command.errors).toBe(
      'Settings: PUBLIC_URL, IDP_API_APP_ID, ENCRYPTION_KEY must be set when DATABASE_URL is (see .env.example).\n',
    );
  });

  it('refuses --reset', async () => {
    const reset = start(['--reset'], nodeEnvironment('postgres://db/tessera'));
    expect(await reset.ended()).toBe(1);
    expect(reset.errors).toContain('--reset is for the demo');
  });

  it('creates a workspace, invites an administrator and sets sign-in tenants', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const created = start(
      ['create-workspace', '--slug', 'arcadia', '--name', 'Arcadia', '--plan', 'Growth'],
      nodeEnvironment(databaseUrl),
    );
    expect([await created.ended(), created.errors]).toEqual([0, '']);
    const tenant = 'a0000000-0000-4000-8000-000000000001';
    const added = start(
      ['add-administrator', '--workspace', 'arcadia', '--email', 'mara@arcadia.example', '--tenant', tenant],
      nodeEnvironment(databaseUrl),
    );
    expect([await added.ended(), added.errors]).toEqual([0, '']);
    expect(added.output).toContain('mara@arcadia.example is invited to administer arcadia.');
    const opened = start(
      ['set-sign-in-tenants', '--workspace', 'arcadia', '--tenants', 'any', '--json'],
      nodeEnvironment(databaseUrl),
    );
    expect([await opened.ended(), opened.errors]).toEqual([0, '']);
    expect(JSON.parse(opened.output)).toEqual({ workspace: 'arcadia', signInTenants: [] });
    const unknown = start(
      ['resume-workspace', '--workspace', 'nowhere', '--json'],
      nodeEnvironment(databaseUrl),
    );
    expect([await unknown.ended(), unknown.output]).toEqual([1, '']);
    expect(JSON.parse(unknown.errors)).toEqual({
      error: { code: 'start.failed', message: 'There is no workspace nowhere.' },
    });
  });
});

it.each([
  [['--nonsense'], 'See: npm start -- --help'],
  [['serve', 'tea'], 'See: npm start -- serve --help'],
  [['brew'], 'See: npm start -- --help'],
  [['catalogue', 'apply', '--file', 'y'], 'catalogue apply needs --revision <number>.'],
])('ends with exit code 2 for the wrong call %j', async (args, advice) => {
  const command = start(args);
  expect([await command.ended(), command.output]).toEqual([2, '']);
  expect(command.errors).toContain(advice);
});

it('reconcile compares every subscription with the marketplace, repairs differences, and exits', async () => {
  const shop = await MeteredShop.open(1);
  try {
    await shop.sell(3);
    const reconcile = async () => {
      const command = start(['reconcile'], {
        ...nodeEnvironment(shop.databaseUrl),
        IDP_AUTH_URL: shop.idp.url,
        ALLOW_LOCAL_WEBHOOKS: 'true',
      });
      return [await command.ended(), command.output.replaceAll(/^\S+ /gm, '').split('\n').sort()];
    };
    const each = (line: string) => [
      '',
      ...['Arcade', 'Bazaar', 'Shop'].map((source) => `${source}: ${line}`),
    ];
    expect(await reconcile()).toEqual([0, each('1 compared, 1 repaired, 0 need attention.')]);
    expect(await reconcile()).toEqual([0, each('1 compared, 0 repaired, 0 need attention.')]);
    shop.marketplace.setFault({ kind: 'forbidden' });
    expect((await reconcile())[0]).toBe(1);
  } finally {
    await shop.close();
  }
});

it.each([
  [['migrate']],
  [['reconcile']],
  [['create-workspace', '--slug', 'x', '--name', 'X', '--plan', 'Scale']],
  [['add-administrator', '--workspace', 'x', '--email', 'a@x.example', '--tenant', 'y']],
])('%j requires DATABASE_URL', async (args) => {
  const command = start(args, { DATA_DIR: folder });
  expect(await command.ended()).toBe(1);
  expect(command.errors).toContain(`${args[0]} needs DATABASE_URL`);
});

async function groupMembers(group: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pgid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => Number(line.trim().split(' ')[0]) === group && !line.includes('ps -eo'));
}
