import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { launchThrowAwayPostgres, throwAwayPlace } from './throw-away.ts';
import { isAlive, launched, query, useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();

async function foldersOf(pid: number | undefined): Promise<string[]> {
  return (await readdir(await throwAwayPlace())).filter((name) =>
    name.startsWith(`tessera-throw-away-${pid}-`),
  );
}

describe('launchThrowAwayPostgres', () => {
  it('leaves no files, removes those of killed runs, and keeps those of live ones', async () => {
    const bundle = await workshop.bundle();
    const [killed, stopping, alive] = [1, 2, 3].map(() => workshop.launchElsewhere(bundle, 'throw-away'));
    if (!killed || !stopping || !alive) throw new Error('There are three processes');
    const results = await Promise.all([killed.result, stopping.result, alive.result]);
    const [left, waiting, spared] = results.map(launched);
    if (!left || !waiting || !spared) throw new Error('There are three servers');
    // A live process without a server yet.
    const young = await mkdtemp(join(await throwAwayPlace(), `tessera-throw-away-${alive.process.pid}-`));
    await killed.end('SIGKILL');
    expect(await foldersOf(killed.process.pid)).toHaveLength(1);
    // The server of this killed run waits for its last session.
    const session = new Client({ connectionString: waiting.url });
    session.on('error', () => undefined);
    await session.connect();
    await stopping.end('SIGKILL');
    process.kill(waiting.pid, 'SIGTERM');
    const refusal = () => query(waiting.url, 'select 1').then(String, (error: Error) => error.message);
    await expect.poll(refusal).toContain('shutting down');

    const server = await launchThrowAwayPostgres();
    try {
      expect(await isAlive(left.pid)).toBe(false);
      expect(await isAlive(waiting.pid)).toBe(false);
      expect(await foldersOf(killed.process.pid)).toEqual([]);
      expect(await foldersOf(stopping.process.pid)).toEqual([]);
      expect(await query(spared.url, 'select 1 as one')).toEqual([{ one: 1 }]);
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
});
