import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { build } from 'esbuild';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { writeUsageFile } from '../../src/node/usage-files.ts';
import type { Example as DocumentedExample } from './documented-code.ts';
import { documentedFolder, openDocumented } from './documented-installation.ts';

interface Facts {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The exports of an example, and its `app`, `server` and `tessera`, which it need not export. */
// biome-ignore lint/suspicious/noExplicitAny: each example has its own.
type Module = any;

const contoso = 'b0000000-0000-4000-8000-000000000001';
const neverBought = 'b0000000-0000-4000-8000-000000000007';
const user = 'd0000000-0000-4000-8000-000000000001';
const secret = `whsec_${btoa('a secret with more than 24 bytes')}`;

/** Without its types, which declare what only pages have. */
const { renderToString } = createRequire(import.meta.url)('react-dom/server');

let servers: Server[] = [];

async function urlOf(server: Server): Promise<string> {
  servers.push(server);
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address of an application of Express, Fastify or Hono. */
async function served({ app }: Module): Promise<string> {
  if ('inject' in app) {
    await app.ready();
    return urlOf(app.server);
  }
  return urlOf(
    createServer(
      typeof app === 'function'
        ? (app as RequestListener)
        : getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    ),
  );
}

const as = (tenantId: string) => ({ 'x-tenant-id': tenantId, 'x-user-id': user });

async function usesGate(module: Module): Promise<void> {
  const url = await served(module);
  const post = async (headers: Record<string, string>) =>
    (await fetch(`${url}/schedules`, { method: 'POST', headers })).status;
  expect([await post({}), await post(as('')), await post(as('undefined'))]).toEqual([401, 401, 400]);
  expect(await post(as(neverBought))).toBe(402);
  expect([200, 201]).toContain(await post(as(contoso)));
}

function signed(signer: string) {
  const product = { slug: 'aqueduct', name: 'Aqueduct' };
  const data = { tenantId: contoso, product, accessLevel: 'Full', version: 1 };
  const body = JSON.stringify({ type: 'entitlement.changed', timestamp: new Date().toISOString(), data });
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(signer).sign('evt-1', now, body),
  };
  return { method: 'POST', headers, body };
}
const other = `whsec_${btoa('another secret with other bytes!')}`;

async function receivesWebhooks(url: string): Promise<void> {
  expect((await fetch(url, signed(secret))).status).toBe(204);
  expect((await fetch(url, signed(other))).status).toBe(401);
}

async function handlesWebhooks(handle: (request: Request) => Promise<Response>): Promise<void> {
  const answerTo = (signer: string) => handle(new Request('http://localhost/', signed(signer)));
  expect((await answerTo(secret)).status).toBe(204);
  expect((await answerTo(other)).status).toBe(401);
}

/** What a reader would do with an example, beyond running it. By page and number. */
const uses: Readonly<Record<string, (module: Module) => Promise<void>>> = {
  'docs-how-to-gate-a-feature-md-1': async (module) => {
    await usesGate(module);
    const url = await served(module);
    const report = async (headers: Record<string, string>) =>
      (await fetch(`${url}/reports`, { headers })).status;
    expect(await report(as(contoso))).toBe(200);
    expect(await report({ 'x-tenant-id': contoso })).toBe(401);
    expect(await report({ 'x-tenant-id': contoso, 'x-user-id': 'bea' })).toBe(400);
  },
  'docs-how-to-gate-a-feature-md-2': usesGate,
  'docs-how-to-gate-a-feature-md-3': usesGate,
  'docs-how-to-gate-a-feature-md-4': async ({ addPipeline }) => {
    expect(await addPipeline(contoso, 24)).toBe('Added, with private links.');
    expect(await addPipeline(contoso, 25)).toBe('Your plan has no more pipelines.');
  },
  'docs-how-to-gate-a-feature-md-5': async (module) => {
    const url = `${await served(module)}/api/entitlement`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: as('undefined') })).status).toBe(400);
    const held = await (await fetch(url, { headers: as(contoso) })).json();
    expect(held).toMatchObject({ accessLevel: 'Full', limits: { pipelines: 25 } });
  },
  'docs-how-to-gate-a-feature-md-6': async ({ page }) => {
    expect(renderToString(page)).toContain('New pipeline, of 0');
  },
  'docs-how-to-gate-a-feature-md-7': async ({ default: Layout, GET }) => {
    expect(renderToString(await Layout({ children: 'Aqueduct' }))).toContain('Aqueduct');
    expect(await (await GET()).json()).toMatchObject({ limits: { pipelines: 25 } });
  },
  'docs-how-to-meter-a-unit-md-0': async ({ call, tessera }) => {
    await call(contoso, crypto.randomUUID());
    expect(await tessera.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
  },
  'docs-how-to-meter-a-unit-md-3': async ({ mayStart }) => {
    expect(await mayStart(contoso)).toBe(true);
  },
  'docs-how-to-receive-webhooks-md-0': async ({ server }) => {
    await receivesWebhooks(await urlOf(server));
  },
  'docs-how-to-receive-webhooks-md-1': async (module) => receivesWebhooks(`${await served(module)}/webhooks`),
  'docs-how-to-receive-webhooks-md-2': async (module) => receivesWebhooks(`${await served(module)}/webhooks`),
  'docs-how-to-receive-webhooks-md-3': async (module) => receivesWebhooks(`${await served(module)}/webhooks`),
  'docs-how-to-receive-webhooks-md-4': ({ POST }) => handlesWebhooks(POST),
  'docs-how-to-receive-webhooks-md-5': ({ receive }) => handlesWebhooks(receive),
  'docs-how-to-run-without-the-service-md-0': async ({ offline }) => {
    expect([offline.state, offline.can('scheduling'), offline.limit('pipelines')]).toEqual([
      'Active',
      true,
      25,
    ]);
    await offline.close();
  },
  'docs-how-to-run-without-the-service-md-1': async ({ addPipeline }) => {
    const offline = await openDocumented();
    expect(addPipeline(offline, 24)).toBe('Added.');
    expect(addPipeline(offline, 25)).toBe('Your plan has no more pipelines.');
    await offline.close();
  },
  'docs-how-to-run-without-the-service-md-2': async ({ schedules }) => {
    const offline = await openDocumented();
    const url = await served({ app: express().use(schedules(offline)) });
    expect((await fetch(`${url}/schedules`, { method: 'POST' })).status).toBe(201);
    await offline.close();
  },
  'docs-how-to-run-without-the-service-md-3': async ({ reload }) => {
    const offline = await openDocumented();
    expect(await reload(offline)).toBe(true);
    await offline.close();
  },
  'docs-how-to-run-without-the-service-md-4': async ({ callApi }) => {
    const offline = await openDocumented();
    await callApi(offline, 'job-4711');
    await offline.close();
    const written = await writeUsageFile(documentedFolder, { out: 'november.tessera-usage' });
    expect(written).toMatchObject({ sequence: 1, events: 1 });
  },
  'docs-how-to-run-without-the-service-md-5': async ({ applyRevocations }) => {
    const offline = await openDocumented();
    expect(await applyRevocations(offline)).toBe(true);
    expect(offline.accessLevel).toBe('ReadOnly');
    await offline.close();
  },
  'docs-how-to-stop-at-the-limit-md-0': async ({ summarise }) => {
    expect(await summarise(contoso, 'agent-7')).toBe('Done.');
  },
  'docs-how-to-stop-at-the-limit-md-1': async (module) => {
    const url = `${await served(module)}/calls`;
    const post = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', headers })).status;
    expect([await post({}), await post(as(neverBought)), await post(as(contoso))]).toEqual([401, 402, 201]);
  },
  'docs-how-to-survive-an-outage-md-1': async ({ mayDeleteBackups }) => {
    expect(await mayDeleteBackups(contoso)).toBe(false);
  },
};

/** Tests that run every example of the pages about the library, as it stands, with the demo. */
export function runDocumentedExamples(
  facts: () => Facts,
  projectOf: () => string,
  examples: readonly DocumentedExample[],
): void {
  const folder = process.cwd();
  beforeAll(() => {
    const { baseUrl: TESSERA_URL, apiKey: TESSERA_API_KEY } = facts();
    const environment = { TESSERA_URL, TESSERA_API_KEY, WEBHOOK_SECRET: secret, PORT: '0' };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    vi.stubGlobal('signedInTenant', async () => contoso);
    // Stores and journals of the examples are in folders beside them.
    process.chdir(projectOf());
  });
  afterEach(() => {
    for (const server of servers) server.close();
    servers = [];
  });
  afterAll(() => {
    process.chdir(folder);
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it.each(examples)('$name', async (example) => {
    if (example.text.includes("from 'vitest'")) return runTests(projectOf(), example);
    const module = await load(projectOf(), example);
    try {
      await uses[example.name]?.(module);
    } finally {
      await module.tessera?.close();
    }
  });

  it('uses no example that is not documented', () => {
    const names = examples.map(({ name }) => name);
    expect(Object.keys(uses).filter((name) => !names.includes(name))).toEqual([]);
  });
}

const client = `import { createTessera } from '@tessera/client';
const tessera = createTessera({
  url: process.env.TESSERA_URL,
  product: 'aqueduct',
  credential: { apiKey: process.env.TESSERA_API_KEY },
});
`;

/** The module of an example: bundled, as applications are, with its packages left where they are. */
async function load(project: string, { name, text, makesClient }: DocumentedExample): Promise<Module> {
  const code = makesClient ? text : client + text;
  const unexported = ['app', 'server', 'tessera'].filter((member) =>
    new RegExp(`^const ${member}\\b`, 'm').test(code),
  );
  const entry = join(project, `${name}.run.tsx`);
  const outfile = join(project, `${name}.run.mjs`);
  await writeFile(entry, `${code}\nexport { ${unexported.join(', ')} };\n`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
  });
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
}

/** An example that is a file of tests. */
async function runTests(project: string, { name, text }: DocumentedExample): Promise<void> {
  await writeFile(join(project, `${name}.test.ts`), text);
  const args = [join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--root', project];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/Tests .*1 passed/);
}
