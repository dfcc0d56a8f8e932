import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RedisServer {
  readonly url: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
  /** Kills it; `restart` starts it again on the same port, empty. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Keeps connections open without responding, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

const binary = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
  .find((path) => existsSync(path));

/** npm has no such server: tests that need one are skipped where none is installed, and fail with `REQUIRE_REDIS=1`. */
export const runsWithRedis = binary !== undefined || process.env.REQUIRE_REDIS === '1';

export async function startRedisServer(): Promise<RedisServer> {
  if (binary === undefined) throw new Error('Neither redis-server nor valkey-server is on the PATH.');
  const folder = await mkdtemp(join(tmpdir(), 'tessera-redis-'));
  let { port, process: running } = await launchOnAnyPort(binary, folder);

  async function kill(): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exit = once(running, 'exit');
    running.kill('SIGKILL');
    await exit;
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
    async restart() {
      await kill();
      running = await launch(binary, folder, port);
    },
    freeze() {
      running.kill('SIGSTOP');
    },
    thaw() {
      running.kill('SIGCONT');
    },
  };
}

/** A free port. Another process may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe did not get a port.');
  return address.port;
}

async function launchOnAnyPort(path: string, folder: string) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { port, process: await launch(path, folder, port) };
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function launch(path: string, folder: string, port: number): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
  const child = spawn(
    path,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));

  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The server did not start:\n${output.join('\n')}`)));
    // Reads all output: a full pipe would block the process.
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
  return child;
}
