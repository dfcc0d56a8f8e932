import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeEmbeddedPostgres } from './launch.ts';
import { isAlive, launched, query, useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();
/** A shared folder with a cluster, because creating one is slow. */
let folder: string;
let bundle: string;
beforeAll(async () => {
  folder = await workshop.folder();
  bundle = await workshop.bundle();
});
const often = { interval: 5 };

describe('one owner per folder', () => {
  it('gives the folder to one of two simultaneous launches, and tells the other what to do', async () => {
    const launchers = [1, 2].map(() => workshop.launchElsewhere(bundle, { folder, durable: false }));

    const results = await Promise.all(launchers.map((launcher) => launcher.result));

    const winners = results.flatMap((one) => ('url' in one ? [one] : []));
    expect(winners).toHaveLength(1);
    const refusal = {
      refused: 'CannotStart',
      message: `The data folder ${folder} is in use by another process: stop that service, or choose another folder with DATA_DIR.`,
    };
    expect(results.filter((one) => 'refused' in one)).toEqual([refusal]);
    await expect.poll(() => launchers.filter(({ process }) => process.exitCode === 0).length, often).toBe(1);
    expect(await query(winners[0]?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);

    await expect(workshop.launch({ folder, durable: false })).rejects.toThrow(refusal.message);
    await expect(removeEmbeddedPostgres(folder)).rejects.toThrow(refusal.message);

    const winner = launchers.find(({ process }) => process.exitCode === null);
    await winner?.end('SIGTERM');
    // A dead process counts as alive until its new parent has noticed.
    await expect.poll(() => isAlive(winners[0]?.pid), often).toBe(false);
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  it('takes over the server of a killed service, with its data and without its sessions', async () => {
    const killed = workshop.launchElsewhere(bundle, { folder, durable: false });
    const { url, pid } = launched(await killed.result);
    const session = new Client({ connectionString: url });
    session.on('error', () => undefined);
    await session.connect();
    await session.query('create table kept as select 42 as answer');
    const running = session.query('select pg_sleep(600)').catch((error: Error) => error.message);
    await killed.end('SIGKILL');
    expect(await isAlive(pid)).toBe(true);

    const server = await workshop.launch({ folder, durable: false });

    expect(server.pid).toBe(pid);
    expect(await query(server.url('tessera'), 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(await running).toMatch(/terminating connection/);
    await server.stop();
    // The process was orphaned: its new parent may take a moment to reap it.
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('restarts a left-over server with other settings', async () => {
    const killed = workshop.launchElsewhere(bundle, { folder, durable: false });
    const { url, pid } = launched(await killed.result);
    await query(url, 'create table kept_too as select 42 as answer');
    await killed.end('SIGKILL');

    const server = await workshop.launch({ folder, durable: true });

    expect(server.pid).not.toBe(pid);
    expect(await isAlive(pid)).toBe(false);
    expect(await query(server.url('tessera'), 'select answer from kept_too')).toEqual([{ answer: 42 }]);
    expect(await query(server.url('tessera'), 'show fsync')).toEqual([{ fsync: 'on' }]);
  });

  it('takes its lock again after PostgreSQL has ended every session', async () => {
    const server = await workshop.launch({ folder, durable: false });
    const holders = "select pid from pg_locks where locktype = 'advisory' and granted";
    const [before] = await query(server.url('postgres'), holders);
    process.kill(Number(before?.pid), 'SIGKILL');

    const isHeldAnew = async () => {
      const [holder] = await query(server.url('postgres'), holders);
      return holder !== undefined && holder.pid !== before?.pid;
    };
    await expect.poll(isHeldAnew, often).toBe(true);
    await expect(workshop.launch({ folder, durable: false })).rejects.toThrow(/in use by another process/);
  });
});

describe('a launch killed half-way', () => {
  const moments = {
    'while the cluster is made': async (folder: string) => {
      const [unfinished] = (await readdir(folder)).filter((name) => name.startsWith('postgres.unfinished-'));
      return unfinished && (await readdir(join(folder, unfinished, 'data'))).includes('PG_VERSION');
    },
    'when the cluster is in place': async (folder: string) => (await readdir(folder)).includes('postgres'),
    'while the server starts': async (folder: string) =>
      (await readdir(join(folder, 'postgres', 'data'))).includes('postmaster.pid'),
  };
  for (const [moment, hasCome] of Object.entries(moments)) {
    it(`does not affect the next launch: ${moment}`, async () => {
      const folder = await workshop.folder();
      await writeFile(join(folder, 'other'), 'of somebody else');
      const killed = workshop.launchElsewhere(bundle, { folder, durable: false });
      killed.result.catch(() => undefined);
      await expect.poll(() => hasCome(folder).catch(() => false), often).toBeTruthy();
      await killed.end('SIGKILL');

      const server = await workshop.launch({ folder, durable: false });

      expect(await query(server.url('tessera'), 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(await readdir(folder)).toEqual(['other', 'postgres']);
    });
  }
});

describe('removeEmbeddedPostgres', () => {
  it('removes the cluster, its left-over server and files, and no other files', async () => {
    await writeFile(join(folder, 'other'), 'of somebody else');
    const killed = workshop.launchElsewhere(bundle, { folder, durable: false });
    const { pid } = launched(await killed.result);
    await killed.end('SIGKILL');

    await removeEmbeddedPostgres(folder);

    expect(await isAlive(pid)).toBe(false);
    expect(await readdir(folder)).toEqual(['other']);
    await removeEmbeddedPostgres(folder);
    await removeEmbeddedPostgres(join(folder, 'missing'));
    expect(await readdir(folder)).toEqual(['other']);
  });
});
