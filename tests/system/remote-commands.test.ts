import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunningCommand } from '../support/nodes/running-command.ts';
import { RemoteWorld } from '../support/worlds/remote-world.ts';

let world: RemoteWorld;
let loginFile: string;
beforeAll(async () => {
  world = await RemoteWorld.open();
  loginFile = join(world.folder, 'tessera/login.json');
});
afterAll(() => world.close());

describe('tessera login', () => {
  it('stores address and key for its user alone, and names workspace and role, never the key', async () => {
    expect(await world.tessera(['usage'])).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^You are not logged in: npm start -- login --url <url> --key <key>, or set/,
      ),
    });
    const { code, output, errors } = await world.tessera(
      ['login', '--url', `${world.url}/`, '--key', '-'],
      {},
      `${world.keys.administrator}\n`,
    );
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(`Logged in to Arcadia Software (arcadia) at ${world.url}\n`);
    expect(output).toContain('as the service account Doctor with the role Partner administrator.');
    expect(output).not.toContain(world.keys.administrator);
    expect((await stat(loginFile)).mode & 0o777).toBe(0o600);
    expect((await stat(join(world.folder, 'tessera'))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(loginFile, 'utf8'))).toMatchObject({
      url: world.url,
      key: world.keys.administrator,
    });
  });

  it('refuses wrong addresses and keys, never prints the key, and keeps the login of before', async () => {
    const before = await readFile(loginFile, 'utf8');
    const { baseUrl, apiKey } = world.demo.facts;
    const refused: [string, string, number, string][] = [
      ['http://tessera.example', world.keys.viewer, 2, 'is not encrypted'],
      ['tessera.example', world.keys.viewer, 2, 'is not the address of a service'],
      [baseUrl, apiKey, 2, 'it begins with tsa_'],
      [baseUrl, `${world.keys.viewer}x`, 1, 'does not accept the key'],
    ];
    await Promise.all(
      refused.map(async ([url, key, code, words]) => {
        const ended = await world.tessera(['login', '--url', url, '--key', key]);
        expect(ended).toEqual({ code, output: '', errors: expect.stringContaining(words) });
        expect(ended.errors).not.toContain(key);
      }),
    );
    expect(await readFile(loginFile, 'utf8')).toBe(before);
  });

  it('lets options win over the environment, and the environment over the login', async () => {
    const nowhere = 'http://127.0.0.1:9';
    const environment = { TESSERA_URL: nowhere, TESSERA_KEY: world.keys.viewer };
    expect(await world.tessera(['doctor'], environment)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`${nowhere} cannot be reached`),
    });
    expect(await world.tessera(['doctor', '--url', world.url, '--json'], environment)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('"code":"auth.role_not_allowed"'),
    });
  });

  it('warns of a key that expires soon', async () => {
    const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
    const key = await world.session.issueServiceAccountKey('Soon', 'Viewer', soon);
    expect(await world.tesseraWith(key, 'catalogue', 'export', '--json')).toMatchObject({
      code: 0,
      errors: `Warning: the key of the service account Soon expires at ${soon}. Rotate it in the portal.\n`,
    });
  });

  it('sends the stored key to no other service', async () => {
    const requests: IncomingMessage[] = [];
    const other = await world.serve((request, response) => {
      requests.push(request);
      response.end();
    });
    const { code, errors } = await world.tessera(['usage', '--url', other]);
    expect([code, errors]).toEqual([1, expect.stringContaining(`There is no key for ${other}`)]);
    expect(requests).toEqual([]);
  });

  it('does not read a login that others can read', async () => {
    const open = join(world.folder, 'open');
    const file = join(open, 'tessera/login.json');
    await mkdir(join(open, 'tessera'), { recursive: true });
    await writeFile(file, '{}', { mode: 0o644 });
    expect(await world.tessera(['usage'], { XDG_CONFIG_HOME: open })).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`chmod 600 ${file}`),
    });
  });
});

describe('tessera profiles', () => {
  const environment = () => ({ XDG_CONFIG_HOME: join(world.folder, 'with-profiles') });
  const tessera = (args: string[], more: Record<string, string> = {}) =>
    world.tessera(args, { ...environment(), ...more });

  it('has a login for each, which --profile and TESSERA_PROFILE choose', async () => {
    expect(await tessera(['profiles'])).toMatchObject({ code: 0, output: 'There is no login.\n' });
    const target = (key: string) => ['--url', world.url, '--key', key];
    const stored = await tessera(['login', '--profile', 'staging', '--json', ...target(world.keys.viewer)]);
    const file = join(environment().XDG_CONFIG_HOME, 'tessera/profiles/staging.json');
    expect(JSON.parse(stored.output)).toMatchObject({ profile: 'staging', role: 'Viewer', file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await tessera(['usage'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('You are not logged in'),
    });
    await tessera(['login', ...target(world.keys.administrator)]);

    const listed = await tessera(['profiles', '--json'], { TESSERA_PROFILE: 'staging' });
    expect(JSON.parse(listed.output).profiles).toEqual([
      { profile: 'default', url: world.url, keyExpiresAt: expect.any(String), isSelected: false },
      { profile: 'staging', url: world.url, keyExpiresAt: expect.any(String), isSelected: true },
    ]);
    expect((await tessera(['profiles'])).output).toMatch(/^\*\s+default\s+http/m);

    // The viewer's role is refused.
    const refused = { code: 1, errors: expect.stringContaining('auth.role_not_allowed') };
    expect(await tessera(['doctor', '--json', '--profile', 'staging'])).toMatchObject(refused);
    expect(await tessera(['doctor', '--json'], { TESSERA_PROFILE: 'staging' })).toMatchObject(refused);
    // The option wins over the rest of the environment, too.
    const elsewhere = { TESSERA_URL: 'http://127.0.0.1:9', TESSERA_KEY: world.keys.administrator };
    expect(await tessera(['doctor', '--json', '--profile', 'staging'], elsewhere)).toMatchObject(refused);

    expect(await tessera(['logout', '--profile', 'staging', '--json'])).toMatchObject({
      output: '{"isRemoved":true}\n',
    });
    expect(await tessera(['usage', '--profile', 'staging'])).toMatchObject({
      code: 1,
      errors:
        'The profile staging has no login: npm start -- login --profile staging --url <url> --key <key>\n',
    });
  });

  it('have names that are part of no path', async () => {
    for (const name of ['../login', 'Staging', '', '-x']) {
      const { code, output } = await tessera(['profiles', '--json'], { TESSERA_PROFILE: name });
      expect([name, code, output]).toEqual(name === '' ? [name, 0, expect.any(String)] : [name, 2, '']);
    }
  });
});

describe('errors of the service', () => {
  it('say what to do', async () => {
    const answers: [number, unknown, string][] = [
      [404, { code: 'request.route_not_found' }, 'the service is older than this command'],
      [200, 'Welcome!', 'does not respond as Tessera does'],
      [502, 'Bad gateway', 'responded with 502, but not as Tessera does'],
      [429, { code: 'request.rate_limited', args: { retryAfterSeconds: 7 } }, 'try again in 7 seconds'],
      [308, '', 'redirects to https://elsewhere.example/'],
    ];
    await Promise.all(
      answers.map(async ([status, body, words]) => {
        const url = await world.serve((_request, response) => {
          response.writeHead(status, { location: 'https://elsewhere.example/' });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
        });
        expect(await world.tessera(['usage', '--url', url, '--key', world.keys.viewer])).toEqual({
          code: 1,
          output: '',
          errors: expect.stringContaining(words),
        });
      }),
    );
  });

  it('a role that is too low', async () => {
    const { code, errors } = await world.tesseraWith(world.keys.viewer, 'doctor');
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('has the role Viewer; this needs Partner administrator.'),
    ]);
  });
});

it('tessera entitlement shows the answer of the inspector, explained and as of an earlier time', async () => {
  const { tenantId, product } = world.demo.facts.metered;
  const ask = (of: string, ...more: string[]) =>
    world.tesseraWith(world.keys.viewer, 'entitlement', tenantId, of, ...more);
  const [plain, explained, json, past, unknown] = await Promise.all([
    ask(product),
    ask(product, '--explain'),
    ask(product, '--explain', '--json'),
    ask(product, '--as-of', '2025-06-01T00:00:00Z'),
    ask('nothing'),
  ]);
  expect([plain.code, plain.errors]).toEqual([0, '']);
  expect(plain.output).toMatch(/^Status +Active$/m);
  expect(plain.output).toMatch(/^Capabilities .*Scheduling \(scheduling\)$/m);
  expect(plain.output).toMatch(/^Limits +Pipelines \(pipelines\) 25$/m);
  expect(plain.output).not.toContain('Explanation:');
  expect(explained.output).toMatch(/^Scheduling \(scheduling\) +standard-monthly$/m);
  expect(explained.output).toMatch(/^Pipelines \(pipelines\) +standard-monthly$/m);
  expect(explained.output).toMatch(
    /Explanation:\n\* \S+ {2}standard-monthly, from Marketplace\n {4}Active since/,
  );
  const read = await world.session.read(`/tenants/${tenantId}/entitlements?product=${product}`);
  expect({ ...JSON.parse(json.output), evaluatedAt: 0 }).toEqual({ ...read, evaluatedAt: 0 });
  expect(past.output).toMatch(/^Status +None$/m);
  expect(unknown).toMatchObject({ code: 1, errors: expect.stringContaining('The product does not exist.') });
});

it('tessera usage lists reports of a tenant and product, and counts them by status', async () => {
  const { tenantId, product } = world.demo.facts.metered;
  const ask = (...more: string[]) => world.tesseraWith(world.keys.viewer, 'usage', ...more);
  const read = async (...more: string[]) =>
    JSON.parse((await ask('--json', '--limit', '500', ...more)).output);
  const sum = (totals: Record<string, number>) => Object.values(totals).reduce((a, b) => a + b, 0);
  // Again where the demo sent a report or an hour ended between the two calls.
  await vi.waitFor(async () => {
    const [all, ours] = await Promise.all([read(), read('--tenant', tenantId, '--product', product)]);
    expect(ours.reports.length).toBeGreaterThan(0);
    expect(ours.reports.length).toBeLessThan(all.reports.length);
    expect(ours.reports).toEqual(
      all.reports.filter(({ customer }: { customer: string }) => customer === 'Contoso'),
    );
    expect(sum(ours.totals)).toBe(ours.reports.length);
    expect(sum(all.totals)).toBe(all.reports.length);
  }, 60_000);
  const [forum, wrong] = await Promise.all([read('--product', 'forum'), ask('--since', 'tomorrow')]);
  expect(forum).toMatchObject({ reports: [], totals: { Pending: 0 } });
  const rejected = await vi.waitFor(async () => {
    const ended = await ask('--status', 'Rejected', '--since', '7d');
    expect(ended.output).toContain('The plan has no such dimension.');
    return ended;
  }, 60_000);
  expect([rejected.code, rejected.errors]).toEqual([0, '']);
  expect(rejected.output).toMatch(
    /^Hour \(UTC\) +Customer +Product\/dimension +Quantity +Status +Deadline$/m,
  );
  // One more for each full hour since the data was created: the demo reports its oldest hour at every start.
  expect(rejected.output).toMatch(/, [1-9]\d* Rejected/);
  expect(rejected.output).not.toContain('\u{1b}');
  expect(wrong).toMatchObject({ code: 2 });
});

it('tessera doctor says how to fix each finding, and ends with exit code 1 if one failed', async () => {
  const [{ code, output, errors }, asJson] = await Promise.all([
    world.tessera(['doctor']),
    world.tessera(['doctor', '--json']),
  ]);
  expect([code, errors]).toEqual([1, '']);
  expect(output).toMatch(
    /^ {2}FAIL {2}dimensions: .*\n {8}→ Correct the id in the mapping of aqueduct\/enterprise-yearly\./m,
  );
  const json = JSON.parse(asJson.output);
  expect(json.connections[0].findings).toContainEqual(expect.objectContaining({ outcome: 'Failing' }));
});

it('tessera listen forwards each delivery once to this machine, signed with a given secret', async () => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const hook = await world.serve(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(204).end();
  });
  const endpointId = await world.session.firstEndpoint();
  const secret = `whsec_${Buffer.from('a secret of this machine alone..').toString('base64')}`;
  const command = new RunningCommand(
    ['listen', '--endpoint', endpointId, '--forward', `${hook}/hook`, '--secret', secret, '--json'],
    { XDG_CONFIG_HOME: world.folder },
  );
  try {
    await expect.poll(() => command.errors).toContain('Listening');
    const burst = 20;
    await Promise.all(
      Array.from({ length: burst }, () => world.session.post(`/webhook-endpoints/${endpointId}/test`)),
    );
    const lines = () => command.output.split('\n').slice(0, -1);
    await expect.poll(() => lines().length).toBe(burst);
    const printed = lines().map((line) => JSON.parse(line));
    expect(new Set(printed.map(({ eventId }) => eventId)).size).toBe(burst);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
      printed.map(({ eventId }) => eventId),
    );
    for (const [index, { headers, body }] of received.entries()) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
      expect(printed[index]).toMatchObject({
        type: 'webhook.test',
        body,
        forwarded: { status: 204, error: null },
      });
    }
  } finally {
    command.signal('SIGINT');
  }
  expect(await command.ended()).toBe(0);
  const elsewhere = ['listen', '--endpoint', endpointId, '--forward', 'https://elsewhere.example'];
  expect(await world.tessera(elsewhere)).toMatchObject({ code: 2 });
});

it('tessera logout deletes the login', async () => {
  expect((await world.tessera(['logout'])).output).toContain('Logged out');
  expect(await stat(loginFile).catch(() => 'gone')).toBe('gone');
  expect(await world.tessera(['logout', '--json'])).toEqual({
    code: 0,
    output: '{"isRemoved":false}\n',
    errors: '',
  });
});
