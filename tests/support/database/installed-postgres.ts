import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { findFreePort } from '../nodes/redis-server.ts';

const nobody = 65_534;

/** A server of an installed PostgreSQL, whose `pg_dump` and `pg_restore` have its version; npm's packages have neither. */
export class InstalledPostgres {
  readonly #binaries: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #server: ReturnType<typeof spawn>;

  private constructor(binaries: string, folder: string, port: number) {
    this.#binaries = binaries;
    this.#folder = folder;
    this.#port = port;
    const settings = ['-F', '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
    this.#server = spawn(join(binaries, 'postgres'), ['-D', join(folder, 'data'), ...settings], {
      ...account(),
      stdio: 'ignore',
    });
  }

  /** @param binaries the folder of the programs */
  static async start(binaries: string): Promise<InstalledPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-installed-'));
    await chmod(folder, 0o755);
    if (process.getuid?.() === 0) await chown(folder, nobody, nobody);
    const options = ['-D', join(folder, 'data'), '-U', 'tessera', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    await promisify(execFile)(join(binaries, 'initdb'), [...options, '--locale=C'], account());
    const server = new InstalledPostgres(binaries, folder, await findFreePort());
    await vi.waitFor(() => server.createDatabase('ready'), { timeout: 60_000, interval: 100 });
    return server;
  }

  url(database: string): string {
    return `postgres://tessera@127.0.0.1:${this.#port}/${database}`;
  }

  async createDatabase(name: string): Promise<string> {
    const client = new pg.Client({ connectionString: this.url('postgres') });
    await client.connect();
    await client.query(`create database ${name}`).finally(() => client.end());
    return this.url(name);
  }

  /** As in `docs/how-to/operate.md`. */
  async copy(from: string, to: string): Promise<void> {
    const dump = join(this.#folder, 'tessera.dump');
    await this.#run('pg_dump', '--format=custom', `--file=${dump}`, from);
    await this.#run('pg_restore', '--no-owner', '--exit-on-error', '--dbname', to, dump);
  }

  async #run(program: string, ...words: string[]): Promise<void> {
    await promisify(execFile)(join(this.#binaries, program), words, account());
  }

  async stop(): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGQUIT');
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root. */
function account() {
  const other = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return { ...other, cwd: '/' };
}
