import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { TestBrowser } from '../support/browser/browser.ts';
import { createDatabase, createEmptyDatabase } from '../support/database/postgres.ts';
import { PackedService } from '../support/nodes/packed-service.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { buyForum, readForum } from '../support/worlds/demo-purchase.ts';

let packed: PackedService;
const running: RunningCommand[] = [];
beforeAll(async () => {
  packed = await PackedService.install();
});
afterEach(async () => {
  for (const command of running.splice(0)) await command.stop();
});
afterAll(() => packed.remove());

function tessera(
  args: readonly string[],
  environment: Record<string, string> = {},
  node?: string,
): RunningCommand {
  const command = new RunningCommand(args, environment, { script: packed.command, node });
  running.push(command);
  return command;
}

describe('the package', () => {
  it('has the built service and portal, and neither build tools nor sources', () => {
    expect(packed.bytes).toBeLessThan(60 * 2 ** 20);
    const packages = packed.files.flatMap(
      (path) => /^package\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    );
    expect(packages).toContain('pino');
    for (const tool of ['esbuild', 'marked', 'vite', 'vitest', 'typescript'])
      expect(packages).not.toContain(tool);
    const own = packed.files.filter((path) => !path.startsWith('package/node_modules/'));
    expect(own).toContain('package/dist/portal/index.html');
    expect(own).toContain('package/dist/guides/index.html.gz');
    expect(own.filter((path) => /\.(ts|tsx|map|test\.js)$/.test(path))).toEqual([]);
  });

  it('is about as large as the guide says', async () => {
    const guide = await readFile('docs/how-to/run-in-production.md', 'utf8');
    const megabytes = Number(/one file of (\d+) MB/.exec(guide)?.[1]);
    expect(Math.abs(packed.bytes / 1e6 - megabytes)).toBeLessThan(1);
  });

  it('has the licences of the packages that are bundled', async () => {
    const file = join(packed.folder, 'node_modules/tessera/THIRD-PARTY-LICENCES.txt');
    const text = await readFile(file, 'utf8');
    for (const name of ['fastify', 'kysely', 'react', 'pino']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)`, 'm'));
    }
  });
});

describe('the packaged command', () => {
  it.runIf(process.platform === 'linux')('runs the demo with npx, and ends with it', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const npx = spawn('npx', ['--offline', 'tessera'], {
      cwd: packed.folder,
      env: { PATH, HOME, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      let output = '';
      npx.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await vi.waitUntil(
        () => {
          if (npx.exitCode !== null) throw new Error(`npx ended: ${output}`);
          return output.includes('Read the catalogue');
        },
        { timeout: 200_000 },
      );
      const { portalUrl } = JSON.parse(await readFile(join(packed.folder, '.data/demo.json'), 'utf8'));
      const status = () =>
        fetch(portalUrl).then(
          (page) => page.status,
          () => 'gone',
        );
      expect(await status()).toBe(200);
      const ended = once(npx, 'exit');
      npx.kill('SIGTERM');
      await ended;
      await expect.poll(status).toBe('gone');
      await expect
        .poll(() => readFile(join(packed.folder, '.data/postgres/data/postmaster.pid')).catch(() => 'gone'))
        .toBe('gone');
    } finally {
      try {
        process.kill(-(npx.pid ?? 0), 'SIGKILL');
      } catch {}
    }
  });

  it('migrates a database and serves it', async () => {
    const environment = nodeEnvironment(await createEmptyDatabase(inject('postgresUrl')));
    const migration = tessera(['migrate'], environment);
    expect([await migration.ended(), migration.output]).toEqual([0, expect.stringContaining('applied 0001')]);
    const url = await tessera(['serve'], environment).listens();
    expect((await fetch(`${url}/portal/`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('starts five times', async () => {
    const environment = nodeEnvironment(await createDatabase(inject('postgresUrl')));
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const begin = performance.now();
      const server = tessera(['serve', '--api'], environment);
      await server.listens();
      times.push(performance.now() - begin);
      expect(await server.stop()).toBe(0);
    }
    const median = times.sort((a, b) => a - b)[2] ?? 0;
    process.stdout.write(`Start of the packaged server: ${Math.round(median)} ms (median of 5)\n`);
  });

  it('refuses to serve without a database, and names itself in its advice', async () => {
    const serve = tessera(['serve']);
    expect([await serve.ended(), serve.errors]).toEqual([
      1,
      'serve needs DATABASE_URL; it cannot be used with the demo.\n',
    ]);
    const unknown = tessera(['sreve']);
    expect([await unknown.ended(), unknown.errors]).toEqual([
      2,
      "There is no command 'sreve'. Did you mean 'serve'?\nSee: tessera --help\n",
    ]);
  });

  it('prints its usage and its version', async () => {
    const help = tessera(['--help']);
    expect([await help.ended(), help.output]).toEqual([0, expect.stringMatching(/^Usage: tessera /)]);
    const version = tessera(['--version']);
    expect([await version.ended(), version.output]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  it('writes the types of a catalogue in YAML', async () => {
    const file = join(packed.folder, 'catalogue.yaml');
    await writeFile(file, 'version: 1\nproducts:\n  - slug: aqueduct\n');
    const types = tessera(['types', '--file', file]);
    expect([await types.ended(), types.errors, types.output]).toEqual([
      0,
      '',
      expect.stringContaining('"aqueduct": {'),
    ]);
  });
});

const node24 = process.env.NODE_24;
describe.skipIf(!node24)('the packaged command on Node 24 (needs NODE_24, the path of its binary)', () => {
  it('migrates, serves a production database and stops', async () => {
    const environment = nodeEnvironment(await createEmptyDatabase(inject('postgresUrl')));
    const migration = tessera(['migrate'], environment, node24);
    expect([await migration.ended(), migration.errors]).toEqual([0, '']);
    const server = tessera(['serve'], environment, node24);
    const url = await server.listens();
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it('runs the demo, in which a purchase becomes an entitlement', async () => {
    const dataDir = join(packed.folder, 'data-of-node-24');
    const demo = tessera([], { PORT: '0', DATA_DIR: dataDir }, node24);
    await demo.prints('Read the catalogue');
    const facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    expect((await readForum(facts)).status).toBe('None');
    const browser = await TestBrowser.open();
    await buyForum(browser, facts).finally(() => browser.close());
    expect(await readForum(facts)).toMatchObject({ status: 'Active', quantity: 7 });
    expect(await demo.stop()).toBe(0);
  });
});
