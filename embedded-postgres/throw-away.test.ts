import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { launchThrowAwayPostgres } from './throw-away.ts';
import { isAlive, launched, query, useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();

async function foldersOf(pid: number | undefined): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`tessera-throw-away-${pid}-`));
}

describe('launchThrowAwayPostgres', () => {
  it('leaves no files, removes those of killed runs, and keeps those of live ones', async () => {
    const bundle = await workshop.bundle();
    const killed = workshop.launchElsewhere(bundle, 'throw-away');
    const alive = workshop.launchElsewhere(bundle, 'throw-away');
    const [left, spared] = (await Promise.all([killed.result, alive.result])).map(launched);
    // A live process without a server yet.
    const young = await mkdtemp(join(tmpdir(), `tessera-throw-away-${alive.process.pid}-`));
    await killed.end('SIGKILL');
    expect(await foldersOf(killed.process.pid)).toHaveLength(1);

    const server = await launchThrowAwayPostgres();
    try {
      expect(await isAlive(left?.pid)).toBe(false);
      expect(await foldersOf(killed.process.pid)).toEqual([]);
      expect(await query(spared?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(await foldersOf(alive.process.pid)).toHaveLength(2);
      expect(await query(server.url('tessera'), 'show fsync')).toEqual([{ fsync: 'off' }]);
      expect(await foldersOf(process.pid)).toHaveLength(1);
    } finally {
      await server.stop();
      await rm(young, { recursive: true });
      await alive.end('SIGTERM');
    }
    expect(await foldersOf(process.pid)).toEqual([]);
    expect(await foldersOf(alive.process.pid)).toEqual([]);
  });

  it('removes the files of a killed run whose server waits for its last session', async () => {
    const killed = workshop.launchElsewhere(await workshop.bundle(), 'throw-away');
    const left = launched(await killed.result);
    const session = new Client({ connectionString: left.url });
    session.on('error', () => undefined);
    await session.connect();
    await killed.end('SIGKILL');
    process.kill(left.pid, 'SIGTERM');
    const refusal = () => query(left.url, 'select 1').then(String, (error: Error) => error.message);
    await expect.poll(refusal).toContain('shutting down');

    const server = await launchThrowAwayPostgres();
    await server.stop();
    expect(await isAlive(left.pid)).toBe(false);
    expect(await foldersOf(killed.process.pid)).toEqual([]);
  });
});
