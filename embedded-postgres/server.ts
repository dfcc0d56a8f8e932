import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { binariesDoNotRun } from './reasons.ts';

export interface ServerProcess {
  readonly pid: number;
  hasExited(): boolean;
  /** After an exit: whether it was requested. */
  wasStopped(): boolean;
  /** After an exit: the last relevant line of its log. */
  lastLogLine(): Promise<string>;
}

export interface ServerOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly durable: boolean;
}

const largestLog = 1_000_000;

/** Distinguishes a server with the same binaries and settings from one that an earlier release left running. */
export function launchMark({ binaries, durable }: ServerOptions): string {
  return createHash('sha256')
    .update(JSON.stringify([binaries.version, settings(durable)]))
    .digest('hex');
}

/** Of the length of a socket's path, systems take 103 bytes and more. */
const longestFolder = 80;

/** Where a server for tests has a Unix socket: a statement takes half the CPU time that it takes by TCP. */
export function socketFolder({
  cluster,
  durable,
}: Pick<ServerOptions, 'cluster' | 'durable'>): string | undefined {
  const isPossible = process.platform !== 'win32' && Buffer.byteLength(cluster.data) <= longestFolder;
  return !durable && isPossible && !cluster.data.includes(',') ? cluster.data : undefined;
}

/** Starts the server process, without waiting for it to be ready. */
export async function startServer(options: ServerOptions, port: number): Promise<ServerProcess> {
  const { cluster, binaries, account } = options;
  const log = await open(cluster.log, 'a', 0o600);
  try {
    let { size: logStart } = await log.stat();
    if (logStart > largestLog) {
      await log.truncate();
      logStart = 0;
    }
    // The mode of `open` is that of a new file only.
    await log.chmod(0o600);
    if (account) await chown(cluster.log, account.uid, account.gid);
    // A file takes the output, since a pipe would break with the parent; and a process group of its own keeps Ctrl-C
    // from stopping the server before the service has finished.
    const values = {
      ...settings(options.durable),
      port,
      unix_socket_directories: socketFolder(options) ?? '',
      'tessera.launch': launchMark(options),
    };
    const set = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', cluster.data, ...set], {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(binariesDoNotRun(binaries.postgres, error)));
    });
    child.unref();
    return {
      pid: child.pid ?? 0,
      hasExited: () => child.exitCode !== null || child.signalCode !== null,
      wasStopped: () => child.exitCode === 0,
      lastLogLine: async () => {
        const text = (await readFile(cluster.log)).subarray(logStart).toString('utf8');
        const lines = text.split('\n').filter((line) => line.trim() !== '');
        const relevant = lines.filter((line) => /\b(FATAL|PANIC|ERROR):/.test(line)).at(-1) ?? lines.at(-1);
        return (
          relevant?.replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, '') ??
          `it exited with ${child.exitCode ?? child.signalCode}`
        );
      },
    };
  } finally {
    await log.close();
  }
}

function settings(durable: boolean): Record<string, string> {
  const flush = durable ? 'on' : 'off';
  return {
    listen_addresses: '127.0.0.1',
    // Many tests share a server, each with nodes of its own.
    max_connections: durable ? '100' : '300',
    fsync: flush,
    synchronous_commit: flush,
    full_page_writes: flush,
    ...(durable ? {} : { max_wal_size: '256MB' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Failed statements are the service's to log; here they would put customers' values into a file.
    log_min_messages: 'log',
  };
}

/** Whether a retry may succeed: another server is stopping or started first, or the port was just taken. */
export function mayPass(lastWords: string): boolean {
  return /lock file ".*" (already exists|is empty)|pre-existing shared memory block|could not create any TCP\/IP sockets/.test(
    lastWords,
  );
}

export async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      listener.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}
