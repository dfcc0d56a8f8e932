import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let npm: ChildProcess;
let output: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-npm-'));
  await chmod(folder, 0o755);
  const { PATH = '', HOME = '' } = process.env;
  npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  output = '';
  npm.stdout?.on('data', (chunk) => {
    output += chunk;
  });
});
afterEach(async () => {
  try {
    // The whole process group, in case the test has failed.
    process.kill(-(npm.pid ?? 0), 'SIGKILL');
  } catch {}
  await rm(folder, { recursive: true, force: true });
});

it.runIf(process.platform === 'linux')(
  'npm start exits with npm, leaves no build process, and creates files that only their owner can read',
  async () => {
    await vi.waitUntil(() => output.includes('Read the catalogue'), { timeout: 80_000 });
    const { baseUrl } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));
    const isAlive = () =>
      fetch(`${baseUrl}/health/live`).then(
        ({ status }) => status,
        () => 'gone',
      );
    expect(await isAlive()).toBe(200);
    expect(await groupMembers(npm.pid ?? 0)).not.toContainEqual(expect.stringContaining('esbuild'));
    for (const name of ['demo.json', 'marketplace-usage.jsonl', 'postgres/server.log']) {
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    }

    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(isAlive).toBe('gone');
    await expect.poll(() => groupMembers(npm.pid ?? 0)).toEqual([]);
  },
);

async function groupMembers(group: number): Promise<string[]> {
  const listing = spawn('ps', ['-eo', 'pgid=,args=']);
  let text = '';
  listing.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(listing, 'close');
  return text
    .split('\n')
    .filter((line) => Number(line.trim().split(' ')[0]) === group && !line.includes('ps -eo'));
}
