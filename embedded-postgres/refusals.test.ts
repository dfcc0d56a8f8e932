import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CannotStart } from '../src/core/operations/cannot-start.ts';
import { findPackage } from './binaries.ts';
import type { LaunchOptions } from './launch.ts';
import { useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();

async function refusal(options: LaunchOptions): Promise<string> {
  const error = await workshop.launch(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CannotStart);
  const { message } = error as CannotStart;
  expect(message).not.toContain('\n');
  return message;
}

describe('a refused launch', () => {
  it('names the folder that cannot be created', async () => {
    const file = join(await workshop.folder(), 'file');
    await writeFile(file, '');
    const folder = join(file, 'data');
    expect(await refusal({ folder, durable: false })).toBe(
      `Cannot write to the data folder ${folder} (ENOTDIR): make it writable for this user, or choose another folder with DATA_DIR.`,
    );
  });

  it('asks for another server when there are no binaries', () => {
    expect(() => findPackage('sunos', 'sparc')).toThrow(CannotStart);
    expect(() => findPackage('sunos', 'sparc')).toThrow(
      /no PostgreSQL binaries for sunos-sparc.*DATABASE_URL/,
    );
  });

  it('leaves existing files unchanged', async () => {
    const folder = await workshop.folder();
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'letter'), 'of somebody else');
    expect(await refusal({ folder, durable: false })).toMatch(
      /postgres is not a database of this service.*DATA_DIR/,
    );
    await rm(join(folder, 'postgres'), { recursive: true });

    await symlink('/nonexistent/tessera', join(folder, 'postgres'));
    expect(await refusal({ folder, durable: false })).toMatch(
      /was in \/nonexistent\/tessera, which does not exist.*empty database/,
    );
  });

  it("shows the server's error, the path of its log, and the major version of the data", async () => {
    const folder = await workshop.folder();
    await (await workshop.launch({ folder, durable: false })).stop();
    const home = join(folder, 'postgres');

    await appendFile(join(home, 'data', 'postgresql.conf'), '\nwork_mem = lots\n');
    expect(await refusal({ folder, durable: false })).toBe(
      `PostgreSQL did not start: configuration file "${home}/data/postgresql.conf" contains errors. Mend that or choose another folder with DATA_DIR; its log is ${home}/server.log.`,
    );

    await writeFile(join(home, 'data', 'PG_VERSION'), '17\n');
    expect(await refusal({ folder, durable: false })).toMatch(
      /holds a PostgreSQL 17 database, this release brings PostgreSQL 18: .*DATA_DIR/,
    );
  });
});
