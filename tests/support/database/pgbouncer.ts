import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../nodes/redis-server.ts';

const binary = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

/** npm has no PgBouncer: its tests are skipped where it is not installed, and fail with `REQUIRE_PGBOUNCER=1`. */
export const runsWithPgBouncer = binary !== undefined || process.env.REQUIRE_PGBOUNCER === '1';

/** A real PgBouncer in front of the server of this database. */
export async function startPgBouncer(databaseUrl: string, poolMode: 'transaction' | 'session') {
  if (binary === undefined) throw new Error('pgbouncer is not on the PATH.');
  const folder = await mkdtemp(join(tmpdir(), 'tessera-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
ignore_startup_parameters = extra_float_digits,options
`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(binary, [...account, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${output.join('\n')}`)));
    // Reads all output: a full pipe would block the process.
    createInterface({ input: child.stderr }).on('line', (line) => {
      output.push(line);
      if (line.includes('process up')) resolve();
    });
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async stop(): Promise<void> {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
