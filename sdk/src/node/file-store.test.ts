import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entitlementDocument, tenant } from '../../tests/support/scripted-service.ts';
import type { StoredEntitlement } from '../types.ts';
import { fileStore } from './file-store.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tessera-store-')), 'store');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

function stored(number: number, confirmedAt = 1_000): StoredEntitlement {
  const document = entitlementDocument(tenant(number), 'aqueduct', { version: 1, change: {} });
  return { tenantId: tenant(number), product: 'aqueduct', etag: 'W/"1"', confirmedAt, document };
}
const sorted = (entries: readonly StoredEntitlement[]) =>
  entries.toSorted((a, b) => a.tenantId.localeCompare(b.tenantId));
const load = async () => sorted(await fileStore(folder).load());

/** Saved and closed. */
async function save(...entries: readonly StoredEntitlement[]): Promise<void> {
  const store = fileStore(folder);
  store.save(entries);
  await store.close();
}

describe('a store', () => {
  it('has nothing at first', async () => {
    expect(await load()).toEqual([]);
    await fileStore(folder).close();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  it('has what was saved, the newest of each tenant', async () => {
    await save(stored(1), stored(2), stored(3, 3_000));
    await save(stored(2, 2_000), stored(3, 2_000), stored(4));
    expect(await load()).toEqual([stored(1), stored(2, 2_000), stored(3, 3_000), stored(4)]);
    const files = await readdir(folder);
    expect(files.filter((name) => !/^entitlements-\d\d\.json$/.test(name))).toEqual([]);
    const { mode } = await stat(join(folder, files[0] ?? ''));
    expect(mode & 0o077).toBe(0);
  });

  it('writes by itself soon after a change', async () => {
    const store = fileStore(folder);
    store.save([stored(1)]);
    await expect.poll(load).toEqual([stored(1)]);
    store.save([stored(1, 2_000), stored(2)]);
    await expect.poll(load).toEqual([stored(1, 2_000), stored(2)]);
    await store.close();
  });

  it('is in the same folder when the process moves to another, or when the working directory was deleted', async () => {
    const started = process.cwd();
    process.chdir(join(folder, '..'));
    const store = fileStore('store');
    process.chdir(started);
    store.save([stored(1)]);
    await store.close();
    expect(await load()).toEqual([stored(1)]);

    const deleted = await mkdtemp(join(tmpdir(), 'tessera-deleted-'));
    process.chdir(deleted);
    const other = fileStore('store');
    await rm(deleted, { recursive: true });
    other.save([stored(1)]);
    await other.close();
    process.chdir(started);
    expect(await readdir(deleted)).toEqual(['store']);
    await rm(deleted, { recursive: true });
  });

  it('forgets what is removed', async () => {
    await save(stored(1), stored(2));
    const store = fileStore(folder);
    store.remove([stored(1)]);
    await store.close();
    expect(await load()).toEqual([stored(2)]);
  });

  it('keeps what several write at once', async () => {
    const stores = Array.from({ length: 4 }, () => fileStore(folder));
    for (let round = 0; round < 5; round++) {
      stores.forEach((store, index) => {
        store.save(Array.from({ length: 30 }, (_, item) => stored(index * 1_000 + round * 100 + item)));
      });
      if (round === 2) await Promise.all(stores.map((store) => store.close()));
    }
    await Promise.all(stores.map((store) => store.close()));
    expect(await load()).toHaveLength(4 * 5 * 30);
  });
});

describe('a damaged file is dropped', () => {
  const damages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
    ['empty', (path) => truncate(path, 0)],
    ['cut', async (path) => truncate(path, (await stat(path)).size - 1)],
    ['changed', async (path) => writeFile(path, (await readFile(path, 'utf8')).replace('Full', 'None'))],
    ['something else', (path) => writeFile(path, '[]')],
  ];

  it.each(damages)('%s', async (_name, damage) => {
    const errors: unknown[] = [];
    await save(stored(1));
    const [name = ''] = await readdir(folder);
    await damage(join(folder, name));
    expect(await fileStore(folder, { onError: (error) => errors.push(error) }).load()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    await save(stored(1));
    expect(await load()).toEqual([stored(1)]);
    expect(errors).toEqual([]);
  });
});

it('what a killed process has left does no harm', async () => {
  await save(stored(1));
  const [name = ''] = await readdir(folder);
  for (const extension of ['lock', 'one.tmp']) {
    const path = join(folder, `${name}.${extension}`);
    await writeFile(path, '');
    await utimes(path, new Date(0), new Date(0));
  }
  await save(stored(1, 2_000));
  expect(await load()).toEqual([stored(1, 2_000)]);
  expect(await readdir(folder)).toEqual([name]);
});

it('a folder that cannot be written is reported, and written when it can be', async () => {
  const errors: unknown[] = [];
  await writeFile(folder, 'a file where the folder should be');
  const store = fileStore(folder, { onError: (error) => errors.push(error) });
  store.save([stored(1)]);
  await store.close();
  expect(errors).toMatchObject([{ code: 'EEXIST' }]);
  await rm(folder);
  await store.close();
  expect(await load()).toEqual([stored(1)]);
});
