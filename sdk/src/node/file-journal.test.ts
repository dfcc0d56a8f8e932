import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import type { Journal, UsageEvent } from '../types.ts';
import { fileJournal } from './file-journal.ts';

let all: string;
let root: string;
let open: Journal[];
beforeAll(async () => {
  all = await mkdtemp(join(tmpdir(), 'tessera-journal-'));
});
afterAll(async () => {
  await Promise.all(open.map((journal) => journal.close()));
  await rm(all, { recursive: true, force: true });
});
beforeEach(async () => {
  await Promise.all((open ?? []).map((journal) => journal.close()));
  open = [];
  root = await mkdtemp(join(all, 'root-'));
});

function journal(options?: Parameters<typeof fileJournal>[1]): Journal {
  const made = fileJournal(root, options);
  open.push(made);
  return made;
}

const event = (id: string): UsageEvent => ({
  id,
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  product: 'aqueduct',
  dimension: 'rows-moved',
  quantity: 0.1,
  occurredAt: '2026-11-15T09:00:00.000Z',
  uniqueKey: 'ü "quoted"\n\u2028',
});
const appendAll = (to: Journal, ids: readonly string[]) => Promise.all(ids.map((id) => to.append(event(id))));
const takeIds = async (from: Journal, count = 1_000) => (await from.take(count)).map(({ id }) => id);
const folders = async () => (await readdir(root)).filter((name) => name !== 'damaged.log');

/** The files of all folders with this extension. */
async function files(extension: string): Promise<readonly string[]> {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.endsWith(extension)).map((name) => join(root, name));
}

const noProcess = 99_999_999;

/** Makes all journals of the folder those of a killed process. */
async function crash(): Promise<void> {
  const lock = JSON.stringify({ host: hostname(), pid: noProcess });
  for (const folder of await folders()) await writeFile(join(root, folder, 'lock'), lock);
}

describe('a journal', () => {
  it('gives events in order, each once, and removes their files when they are settled', async () => {
    const one = journal();
    await appendAll(one, ['a', 'b', 'c']);
    const [folder = ''] = await folders();
    expect((await stat(join(root, folder))).mode & 0o077).toBe(0);
    expect(await one.take(2)).toEqual([event('a'), event('b')]);
    await one.settle(['a', 'b']);
    expect(await takeIds(one)).toEqual(['c']);
    expect(await takeIds(one)).toEqual([]);
    await one.settle(['c', 'unknown']);
    await one.close();
    expect(await folders()).toEqual([]);
  });

  it('writes nothing before the first event', async () => {
    const one = journal();
    expect(await takeIds(one)).toEqual([]);
    await one.close();
    expect(await folders()).toEqual([]);
  });

  it('keeps what is not settled for the next process', async () => {
    const one = journal();
    await appendAll(one, ['a', 'b', 'c']);
    expect(await takeIds(one)).toEqual(['a', 'b', 'c']);
    await one.settle(['b']);
    await one.close();
    expect(await takeIds(journal())).toEqual(['a', 'c']);
  });

  it('gives an id that was appended twice once', async () => {
    const one = journal();
    await appendAll(one, ['a', 'b', 'a']);
    expect(await takeIds(one)).toEqual(['a', 'b']);
    await one.settle(['a', 'b']);
    await one.close();
    expect(await folders()).toEqual([]);
  });

  it('begins new segments, and removes those that are settled', async () => {
    const one = journal();
    const ids = Array.from({ length: 40_000 }, (_, index) => `id-${index}`);
    for (let start = 0; start < ids.length; start += 5_000) {
      await appendAll(one, ids.slice(start, start + 5_000));
    }
    const before = (await files('.events')).length;
    expect(before).toBeGreaterThan(1);
    const taken = [];
    while (taken.length < ids.length - 1) {
      const next = await takeIds(one, Math.min(1_000, ids.length - 1 - taken.length));
      taken.push(...next);
      await one.settle(next);
    }
    expect(taken).toEqual(ids.slice(0, -1));
    expect(await files('.events')).toHaveLength(1);
    await crash();
    expect(await takeIds(journal())).toEqual(ids.slice(-1));
  });

  it('refuses events beyond its size until others are settled', async () => {
    const one = journal({ maxBytes: 1_000 });
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((id) => one.append(event(id))));
    const written = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(written).toBeGreaterThan(1);
    expect(outcomes.at(-1)).toMatchObject({
      reason: { message: `The journal ${root} is full: it has 1000 bytes` },
    });
    const ids = await takeIds(one);
    expect(ids).toHaveLength(written);
    await expect(one.append(event('f'))).rejects.toThrow('full');
    await one.settle(ids);
    await one.append(event('g'));
    expect(await takeIds(one)).toEqual(['g']);
    await one.close();
    await expect(one.append(event('h'))).rejects.toThrow('closed');
  });

  it('cannot write where it may not, and can when that is mended', async () => {
    await writeFile(join(root, 'file'), '');
    const inFile = fileJournal(join(root, 'file'));
    await expect(inFile.append(event('a'))).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await inFile.take(1)).toEqual([]);
    await rm(join(root, 'file'));
    await inFile.append(event('b'));
    expect(await inFile.take(2)).toEqual([event('b')]);
    await inFile.close();
  });
});

describe('after a crash', () => {
  it('a torn line at the end is ignored', async () => {
    await appendAll(journal(), ['a', 'b']);
    await crash();
    const [path = ''] = await files('.events');
    const line = (await readFile(path, 'utf8')).split('\n')[0] ?? '';
    await appendFile(path, line.slice(0, -1));
    const next = journal();
    expect(await takeIds(next)).toEqual(['a', 'b']);
    expect(await takeIds(next)).toEqual([]);
    await next.settle(['a', 'b']);
    await next.close();
    expect(await folders()).toEqual([]);
  });

  it('a torn record of settled events means that they are sent again', async () => {
    const one = journal();
    await appendAll(one, ['a', 'b']);
    expect(await takeIds(one)).toEqual(['a', 'b']);
    await one.settle(['a']);
    await one.settle(['b']);
    await crash();
    const [path = ''] = await files('.settled');
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, -3));
    expect(await takeIds(journal())).toEqual(['b']);
  });

  it('a damaged line is set aside and told, and the others are given', async () => {
    await appendAll(journal(), ['a', 'b', 'c']);
    await crash();
    const [path = ''] = await files('.events');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"id":"b"', '"id":"x"'));
    const next = journal();
    expect(await takeIds(next)).toEqual(['a', 'c']);
    await expect(next.take(1)).rejects.toThrow('1 damaged lines of the usage journal were moved to');
    expect(await readFile(join(root, 'damaged.log'), 'utf8')).toContain('"id":"x"');
    expect(await takeIds(next)).toEqual([]);
    await next.settle(['a', 'c']);
    await next.close();
    expect(await folders()).toEqual([]);
  });

  it('a segment without line breaks does not block', async () => {
    await appendAll(journal(), ['a']);
    await crash();
    const [path = ''] = await files('.events');
    await writeFile(path.replace('-000000001.', '-000000000.'), 'x'.repeat(300_000));
    const next = journal();
    expect(await takeIds(next)).toEqual(['a']);
    await expect(next.take(1)).rejects.toThrow('damaged');
  });

  it('a segment that cannot be read is told, and does not block', async () => {
    const one = journal();
    await appendAll(one, ['a']);
    await rm((await files('.events'))[0] ?? '');
    expect(await takeIds(one)).toEqual([]);
    await expect(one.take(1)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await takeIds(one)).toEqual([]);
  });

  it('folders in folders, which crashes during a takeover leave, are taken too', async () => {
    for (const id of ['a', 'b', 'c']) {
      const one = journal();
      await one.append(event(id));
      await one.close();
    }
    const [first = '', second = '', third = ''] = await folders();
    await rename(join(root, third), join(root, second, third));
    await rename(join(root, second), join(root, first, second));
    expect((await takeIds(journal())).sort()).toEqual(['a', 'b', 'c']);
    expect(await folders()).toHaveLength(1);
  });
});

describe('several processes', () => {
  it('do not take what a living one has', async () => {
    const [one, two] = [journal(), journal()];
    await one.append(event('a'));
    await two.append(event('b'));
    expect([await takeIds(two), await takeIds(one)]).toEqual([['b'], ['a']]);
  });

  it('take what a dead one has left exactly once', async () => {
    await appendAll(
      journal(),
      Array.from({ length: 100 }, (_, index) => String(index)),
    );
    await crash();
    const others = Array.from({ length: 5 }, () => journal());
    const taken = await Promise.all(others.map((other) => takeIds(other)));
    expect(taken.flat().length).toBe(100);
    expect(new Set(taken.flat()).size).toBe(100);
    expect(taken.filter((ids) => ids.length > 0)).toHaveLength(1);
  });

  it('a lock that was not touched for long belongs to a dead one', async () => {
    await journal().append(event('a'));
    const [folder = ''] = await folders();
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(join(root, folder, 'lock'), longAgo, longAgo);
    expect(await takeIds(journal())).toEqual(['a']);
  });

  it('one that was taken for dead loses nothing and goes on', async () => {
    const one = journal();
    await appendAll(one, ['a', 'b']);
    expect(await takeIds(one, 1)).toEqual(['a']);
    await crash();
    const two = journal();
    expect(await takeIds(two)).toEqual(['a', 'b']);
    // What it had in hand it may settle; what it did not have is the other's.
    await one.settle(['a']);
    expect(await takeIds(one)).toEqual([]);
    await Promise.all(['c', 'd'].map((id) => one.append(event(id))));
    await two.settle(['a', 'b']);
    await two.close();
    expect(await takeIds(one)).toEqual(['c', 'd']);
    await one.settle(['c', 'd']);
    await one.close();
    expect(await folders()).toEqual([]);
  });
});

it('an event that was written is given until it is settled, through any number of crashes', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ append: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 3, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 25 }) }) },
    { weight: 3, arbitrary: fc.record({ settle: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }) }) },
    { weight: 1, arbitrary: fc.record({ crash: fc.string({ maxLength: 20 }) }) },
    { weight: 1, arbitrary: fc.constant({ close: true }) },
  );
  const run = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    root = await mkdtemp(join(all, 'model-'));
    let current = journal();
    let count = 0;
    const unsettled = new Set<string>();
    const taken = new Set<string>();
    const take = async (size: number) => {
      const ids = await takeIds(current, size);
      expect(ids).toHaveLength(Math.min(size, unsettled.size - taken.size));
      for (const id of ids) {
        expect([id, unsettled.has(id), taken.has(id)]).toEqual([id, true, false]);
        taken.add(id);
      }
    };
    for (const one of steps) {
      if ('append' in one) {
        const ids = Array.from({ length: one.append }, () => `e${++count}`);
        await appendAll(current, ids);
        for (const id of ids) unsettled.add(id);
      } else if ('take' in one) {
        await take(one.take);
      } else if ('settle' in one) {
        const ids = [...taken].filter((_, index) => one.settle[index % one.settle.length]).reverse();
        await current.settle(ids);
        for (const id of ids) for (const set of [unsettled, taken]) set.delete(id);
      } else {
        if ('close' in one) {
          await current.close();
        } else {
          await crash();
          const [torn] = await files('.events');
          if (torn) await appendFile(torn, one.crash.replaceAll('\n', ''));
        }
        taken.clear();
        current = journal();
      }
    }
    await take(unsettled.size + 1);
    await current.settle([...taken]);
    await current.close();
    expect(await folders()).toEqual([]);
  });
  await fc.assert(run, { numRuns: costlyRuns });
});

it('one write has the events of many calls', async () => {
  const one = journal();
  const ids = Array.from({ length: 2_000 }, (_, index) => String(index));
  const writes = new Set(ids.map((id) => one.append(event(id))));
  expect(writes.size).toBe(1);
  await Promise.all(writes);
  expect((await stat((await files('.events'))[0] ?? '')).size).toBeGreaterThan(2_000 * 100);
});
