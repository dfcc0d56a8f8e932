import { spawn } from 'node:child_process';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountFor } from './account.ts';
import { findPackage, readyBinaries } from './binaries.ts';
import { findCluster } from './cluster.ts';
import { mayPass, startServer } from './server.ts';
import { isAlive, isRoot, query, useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();
/** Created by the first test and reused by others, because creating one is slow. */
let folder: string;
beforeAll(async () => {
  folder = join(await workshop.folder(), 'made', 'if missing');
});

describe('launchEmbeddedPostgres', () => {
  it('serves a UTF-8 database with the C locale, on loopback, with a password', async () => {
    const server = await workshop.launch({ folder, durable: false });
    const url = server.url('tessera');

    expect(await query(url, 'select current_user as user, current_database() as database')).toEqual([
      { user: 'tessera', database: 'tessera' },
    ]);
    expect(
      await query(
        url,
        "select pg_encoding_to_char(encoding) as encoding, datcollate as locale from pg_database where datname = 'tessera'",
      ),
    ).toEqual([{ encoding: 'UTF8', locale: 'C' }]);
    expect(
      await query(
        url,
        "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'listen_addresses', 'max_connections', 'synchronous_commit', 'unix_socket_directories') order by name",
      ),
    ).toEqual([
      { name: 'fsync', setting: 'off' },
      { name: 'full_page_writes', setting: 'off' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'max_connections', setting: '300' },
      { name: 'synchronous_commit', setting: 'off' },
      { name: 'unix_socket_directories', setting: join(folder, 'postgres', 'data') },
    ]);
    expect(await query(server.socketUrl('tessera'), 'select inet_client_addr() as address')).toEqual([
      { address: null },
    ]);
    await expect(query(url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(folder, 'postgres', 'password'))).mode & 0o777).toBe(0o600);

    await query(url, 'create database "another one"');
    expect(await query(server.url('another one'), 'select 1 as one')).toEqual([{ one: 1 }]);

    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    await expect.poll(() => isAlive(server.pid)).toBe(false);
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  it('keeps committed data when the server is killed', async () => {
    const first = await workshop.launch({ folder, durable: true });
    await query(first.url('tessera'), 'create table kept as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');

    const second = await workshop.launch({ folder, durable: true });

    expect(await query(second.url('tessera'), 'select answer from kept')).toEqual([{ answer: 42 }]);
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      expect(await query(second.url('tessera'), `show ${name}`)).toEqual([{ [name]: 'on' }]);
    }
    await first.stop();
    expect(await isAlive(second.pid)).toBe(true);
  });

  it('starts despite a stale or empty pid file', async () => {
    await (await workshop.launch({ folder, durable: false })).stop();
    const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
    const other = spawn('sleep', ['600'], { ...accountFor(undefined), stdio: 'ignore' });
    try {
      await writeFile(
        pidFile,
        `${other.pid}\n${folder}/postgres/data\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
      );
      const second = await workshop.launch({ folder, durable: false });
      expect(await query(second.url('tessera'), 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
      expect(other.exitCode).toBeNull();

      await writeFile(pidFile, '');
      await utimes(pidFile, 1_700_000_000, 1_700_000_000);
      const third = await workshop.launch({ folder, durable: false });
      expect(await query(third.url('tessera'), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      other.kill();
    }
  });

  it('retries when its port was taken', async () => {
    await (await workshop.launch({ folder, durable: false })).stop();
    const cluster = await findCluster(folder);
    if (!cluster) throw new Error('no cluster');
    const account = accountFor(await stat(cluster.data));
    const binaries = await readyBinaries(findPackage(), account, folder);
    const squatter = createServer();
    const port = await new Promise<number>((resolve) => {
      squatter.listen(0, '127.0.0.1', () => resolve((squatter.address() as { port: number }).port));
    });
    try {
      const server = await startServer({ cluster, binaries, account, durable: false }, port);
      await expect.poll(() => server.hasExited()).toBe(true);
      const lastWords = await server.lastLogLine();
      expect(lastWords).toMatch(/could not create any TCP\/IP sockets/);
      expect(mayPass(lastWords)).toBe(true);
    } finally {
      squatter.close();
    }
  });

  it.runIf(isRoot && process.platform === 'linux')(
    'runs the server as another account when started as root',
    async () => {
      const server = await workshop.launch({ folder, durable: false });
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
      expect(status).toMatch(/^Gid:\t65534\t65534\t65534\t65534$/m);
      expect((await stat(join(folder, 'postgres', 'data'))).uid).toBe(65534);
    },
  );
});
