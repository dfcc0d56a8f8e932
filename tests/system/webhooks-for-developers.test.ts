import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import ts from 'typescript';
import { afterEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const data = { tenantId: 'b1', product: { slug: 'forum' }, accessLevel: 'Full' };
const bodyOf = (version: number) => JSON.stringify({ type: 'seat.assigned', data: { ...data, version } });

let child: ChildProcess | undefined;
afterEach(async () => {
  if (!child || child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
});

function run(args: readonly string[], environment: Record<string, string>): () => string {
  const { PATH = '' } = process.env;
  child = spawn(process.execPath, args, { cwd: root, env: { PATH, ...environment } });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return () => output;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends a signed webhook; returns the response's status, or undefined while nothing listens. */
async function send(url: string, body: string, by = secret): Promise<number | undefined> {
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  };
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => undefined,
  );
}

it('the receiver of docs/how-to/receive-webhooks.md verifies signatures and ignores older versions', async () => {
  const page = readFileSync(join(root, 'docs/how-to/receive-webhooks.md'), 'utf8');
  const shown = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const script = ts.transpile(shown, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 });
  // Inside the project, so that the import of the package resolves.
  const file = join(root, 'dist', `shown-receiver-${process.pid}.mjs`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, script);
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const output = run([file], { PORT: String(port), WEBHOOK_SECRET: secret });
    await expect.poll(() => send(url, bodyOf(2))).toBe(204);
    expect(await send(url, bodyOf(1))).toBe(204);
    expect(await send(url, bodyOf(3), `whsec_${Buffer.alloc(32, 6).toString('base64')}`)).toBe(401);
    expect(await send(url, bodyOf(4))).toBe(204);
    await expect.poll(output).toContain('version 4');
    expect(output()).toBe(
      'seat.assigned: tenant b1 has Full, version 2\nseat.assigned: tenant b1 has Full, version 4\n',
    );
  } finally {
    rmSync(file);
  }
});

it.each([
  ['by flag', ['--secret', secret], {}],
  ['by environment', [], { WEBHOOK_SECRET: secret }],
])(
  'npm run webhook-listener prints webhooks and verifies them with the secret given %s',
  async (_how, args, environment) => {
    const output = run(
      ['scripts/webhook-listener.js', '--port', '0', ...args],
      environment as Record<string, string>,
    );
    await expect.poll(output).toContain('Listening for webhooks at http');
    const url = /http:\S+/.exec(output())?.[0] ?? '';
    expect(await send(url, bodyOf(7))).toBe(204);
    expect(await send(url, bodyOf(8), `whsec_${Buffer.alloc(32, 6).toString('base64')}`)).toBe(401);
    await expect.poll(output).toContain('version 8');
    expect(output()).toContain(
      'seat.assigned  tenant b1  product forum  version 7  id msg_1  signature ok\n',
    );
    expect(output()).toContain('version 8  id msg_1  signature bad');
  },
);
