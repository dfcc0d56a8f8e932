import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';
import { deleteTree } from '../../../embedded-postgres/delete-tree.ts';
import {
  type EmbeddedPostgres,
  launchEmbeddedPostgres,
  removeEmbeddedPostgres,
} from '../../../embedded-postgres/launch.ts';

/** A primary PostgreSQL server and its streaming standby, on which clients can read. */
export class ServerPair {
  readonly #folders: readonly string[];
  readonly #primary: EmbeddedPostgres;
  readonly #standby: EmbeddedPostgres;

  private constructor(folders: readonly string[], primary: EmbeddedPostgres, standby: EmbeddedPostgres) {
    this.#folders = folders;
    this.#primary = primary;
    this.#standby = standby;
  }

  /** @param original the data folder that both servers begin with. */
  static async start(original: string): Promise<ServerPair> {
    const folders = await Promise.all([copyFolder(original), copyFolder(original)]);
    const [first, second] = folders;
    const primary = await launchEmbeddedPostgres({ folder: first, durable: false });
    await makeStandby(join(second, 'postgres', 'data'), new URL(primary.url('')));
    const standby = await launchEmbeddedPostgres({ folder: second, durable: false });
    return new ServerPair(folders, primary, standby);
  }

  /** Both servers in one URL, the standby first, so that a node must skip it. */
  get url(): string {
    const primary = new URL(this.#primary.url('tessera'));
    const { host } = new URL(this.#standby.url(''));
    return `${primary.href.replace(primary.host, `${host},${primary.host}`)}?target_session_attrs=read-write`;
  }

  /** Stops the primary after the standby has every committed row. */
  async stopPrimary(): Promise<void> {
    await this.#primary.stop();
  }

  /** The primary stays connected and refuses writes; the standby has every committed row. */
  async makePrimaryReadOnly(): Promise<void> {
    const run = (server: EmbeddedPostgres, statement: string) => query(server.url('tessera'), statement);
    await run(this.#primary, 'alter system set default_transaction_read_only = on');
    await run(this.#primary, 'select pg_reload_conf()');
    const writers = 'select count(*)::int as count from pg_stat_activity where backend_xid is not null';
    await expect.poll(async () => (await run(this.#primary, writers))[0]?.count).toBe(0);
    const [{ lsn }] = (await run(this.#primary, 'select pg_current_wal_lsn() as lsn')) as [{ lsn: string }];
    const arrived = `select pg_last_wal_replay_lsn() >= '${lsn}' as arrived`;
    await expect.poll(async () => (await run(this.#standby, arrived))[0]?.arrived).toBe(true);
  }

  async promoteStandby(): Promise<void> {
    await query(this.#standby.url('postgres'), 'select pg_promote()');
  }

  /** Queries the second server, standby or promoted. */
  async onStandby(statement: string): Promise<readonly Record<string, unknown>[]> {
    return query(this.#standby.url('tessera'), statement);
  }

  async stop(): Promise<void> {
    await this.#primary.stop();
    await this.#standby.stop();
    for (const folder of this.#folders) await removeFolder(folder);
  }
}

/** A data folder of a stopped server with this content, to start pairs from: creating one is slow. */
export async function createFolder(fill: (databaseUrl: string) => Promise<void>): Promise<string> {
  const folder = await newFolder();
  const server = await launchEmbeddedPostgres({ folder, durable: false });
  await fill(server.url('tessera')).finally(() => server.stop());
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await removeEmbeddedPostgres(folder);
  await deleteTree(folder);
}

async function copyFolder(original: string): Promise<string> {
  const folder = await newFolder();
  await promisify(execFile)('cp', ['-a', `${original}/.`, folder]);
  return folder;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-pair-'));
  // If root runs PostgreSQL as another account, that account must be able to enter this folder.
  await chmod(folder, 0o711);
  return folder;
}

async function makeStandby(data: string, { hostname, port, username, password }: URL): Promise<void> {
  const signal = join(data, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(data);
  await chown(signal, uid, gid);
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
}

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
