import { beforeEach, describe, expect, it } from 'vitest';
import { FactsCache } from './facts-cache.ts';

interface Fact {
  readonly text: string;
}

const workspace = 'a1000000-0000-4000-8000-000000000001';
const other = 'a1000000-0000-4000-8000-000000000002';

let isLive: boolean;
let reads: [string, 'hit' | 'miss'][];
let cache: FactsCache<Fact>;
let loads: number;

beforeEach(() => {
  isLive = true;
  reads = [];
  loads = 0;
  cache = new FactsCache<Fact>({
    name: 'fact',
    maxEntries: 3,
    maxBytes: 1_000,
    bytesOf: ({ text }) => text.length,
    liveness: { isLive: () => isLive },
    measurements: { cacheRead: (name, outcome) => reads.push([name, outcome]), rateLimitFallback: () => {} },
  });
});

it('is bounded by bytes: a large fact evicts many, and one over the limit is not cached', async () => {
  const large = 'x'.repeat(400);
  for (const key of ['one', 'two', 'three']) await cache.read(workspace, key, load(large));
  expect([cache.size, cache.peek(workspace, 'one'), cache.peek(workspace, 'three')?.text]).toEqual([
    2,
    undefined,
    large,
  ]);
  expect(await cache.read(workspace, 'huge', load('x'.repeat(1_001)))).toBeDefined();
  expect(cache.peek(workspace, 'huge')).toBeUndefined();
});

const load = (text: string) => async () => {
  loads += 1;
  return { text };
};

/** A read that ends when the test says so. */
function slowRead(key: string) {
  let finish: (facts: Fact | undefined) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const result = cache.read(workspace, key, () => {
    loads += 1;
    return new Promise<Fact | undefined>((resolve, reject) => {
      finish = resolve;
      fail = reject;
    });
  });
  return { result, finish: (text: string) => finish({ text }), findNothing: () => finish(undefined), fail };
}

describe('a cached fact', () => {
  it('is returned without waiting', async () => {
    expect(cache.peek(workspace, 'key')).toBeUndefined();
    expect(await cache.read(workspace, 'key', load('first'))).toEqual({ text: 'first' });
    expect(cache.peek(workspace, 'key')).toEqual({ text: 'first' });
    expect(cache.size).toBe(1);
    expect(reads).toEqual([
      ['fact', 'miss'],
      ['fact', 'hit'],
    ]);
  });

  it('is separate for every key', async () => {
    await cache.read(workspace, 'one', load('first'));
    await cache.read(workspace, 'other', load('second'));
    expect([cache.peek(workspace, 'one')?.text, cache.peek(workspace, 'other')?.text]).toEqual([
      'first',
      'second',
    ]);
  });

  it('is not cached when nothing was found', async () => {
    const read = slowRead('key');
    read.findNothing();
    expect(await read.result).toBeUndefined();
    expect(cache.peek(workspace, 'key')).toBeUndefined();
    expect(await cache.read(workspace, 'key', load('by now'))).toEqual({ text: 'by now' });
  });

  it('is separate for every workspace', async () => {
    for (const own of [workspace, other]) await cache.read(own, 'key', load(own));
    cache.evict(other, 'key');
    expect([cache.peek(workspace, 'key')?.text, cache.peek(other, 'key')]).toEqual([workspace, undefined]);
  });

  it('is evicted when it is old and was not used', async () => {
    for (const key of ['a', 'b', 'c']) await cache.read(workspace, key, load(key));
    cache.peek(workspace, 'a');
    await cache.read(workspace, 'd', load('d'));
    expect(cache.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(workspace, key)?.text)).toEqual([
      'a',
      undefined,
      'c',
      'd',
    ]);
  });
});

describe('concurrent readers of one key', () => {
  it('share one read', async () => {
    const first = slowRead('key');
    const others = [slowRead('key'), slowRead('key')];
    expect(loads).toBe(1);
    first.finish('once');
    const answers = await Promise.all([first, ...others].map(({ result }) => result));
    expect(answers).toEqual([{ text: 'once' }, { text: 'once' }, { text: 'once' }]);
  });

  it('share its failure, and the next reader retries', async () => {
    const first = slowRead('key');
    const other = slowRead('key');
    first.fail(new Error('no connection'));
    await expect(first.result).rejects.toThrow('no connection');
    await expect(other.result).rejects.toThrow('no connection');
    expect(await cache.read(workspace, 'key', load('now'))).toEqual({ text: 'now' });
    expect(cache.peek(workspace, 'key')).toEqual({ text: 'now' });
  });

  it('do not wait for another key', async () => {
    slowRead('slow');
    expect(await cache.read(workspace, 'quick', load('quick'))).toEqual({ text: 'quick' });
  });
});

describe('a change', () => {
  const droppings: [string, () => void][] = [
    ['evict', () => cache.evict(workspace, 'key')],
    ['evictWorkspace', () => cache.evictWorkspace(workspace)],
    ['clear', () => cache.clear()],
  ];

  it.each(droppings)('of %s evicts the fact', async (_case, forget) => {
    await cache.read(workspace, 'key', load('old'));
    forget();
    expect(cache.peek(workspace, 'key')).toBeUndefined();
    expect(await cache.read(workspace, 'key', load('new'))).toEqual({ text: 'new' });
  });

  it.each(droppings)(
    'during a read: with %s its result is returned but not cached',
    async (_case, forget) => {
      const read = slowRead('key');
      forget();
      read.finish('perhaps old');
      expect(await read.result).toEqual({ text: 'perhaps old' });
      expect(cache.peek(workspace, 'key')).toBeUndefined();
    },
  );

  it.each(droppings)('during a read: after %s the next reader reads again', async (_case, forget) => {
    const before = slowRead('key');
    forget();
    const after = slowRead('key');
    expect(loads).toBe(2);
    after.finish('new');
    expect(await after.result).toEqual({ text: 'new' });
    // Whichever read ends last, the older result is not cached.
    before.finish('old');
    await before.result;
    expect(cache.peek(workspace, 'key')).toEqual({ text: 'new' });
  });

  it('during a read that fails keeps the newer read', async () => {
    const before = slowRead('key');
    cache.evict(workspace, 'key');
    const after = slowRead('key');
    before.fail(new Error('gone'));
    await expect(before.result).rejects.toThrow('gone');
    const joined = slowRead('key');
    expect(loads).toBe(2);
    after.finish('new');
    expect(await joined.result).toEqual({ text: 'new' });
  });

  it('of one key keeps the others', async () => {
    for (const key of ['key', 'other']) await cache.read(workspace, key, load(key));
    cache.evict(workspace, 'key');
    expect(cache.peek(workspace, 'other')).toEqual({ text: 'other' });
  });

  it('of one workspace keeps the others, and their reads in flight', async () => {
    for (const own of [workspace, other]) await cache.read(own, 'key', load(own));
    let finish = () => {};
    const reading = cache.read(
      other,
      'slow',
      () => new Promise((done) => (finish = () => done({ text: 'slow' }))),
    );
    cache.evictWorkspace(workspace);
    finish();
    await reading;
    expect([cache.peek(workspace, 'key'), cache.peek(other, 'key')?.text]).toEqual([undefined, other]);
    expect(cache.peek(other, 'slow')?.text).toBe('slow');
  });
});

describe('while changes may be missed', () => {
  it('no cached fact is served', async () => {
    await cache.read(workspace, 'key', load('old'));
    isLive = false;
    expect(cache.peek(workspace, 'key')).toBeUndefined();
    expect(await cache.read(workspace, 'key', load('from the database'))).toEqual({
      text: 'from the database',
    });
  });

  it('no fact is cached, and no read is shared', async () => {
    isLive = false;
    const reading = [slowRead('key'), slowRead('key')];
    expect(loads).toBe(2);
    for (const read of reading) read.finish('not kept');
    await Promise.all(reading.map(({ result }) => result));
    isLive = true;
    expect(cache.peek(workspace, 'key')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('a read that began before the loss and ends after it is not cached', async () => {
    const read = slowRead('key');
    isLive = false;
    cache.clear();
    isLive = true;
    read.finish('from before the gap');
    await read.result;
    expect(cache.peek(workspace, 'key')).toBeUndefined();
  });

  it('a read that began during the loss and ends after it is not cached', async () => {
    isLive = false;
    const read = slowRead('key');
    isLive = true;
    read.finish('from the gap');
    await read.result;
    expect(cache.peek(workspace, 'key')).toBeUndefined();
  });
});

describe('a batch of keys', () => {
  const loadAll = (loads: string[][]) => async (missing: readonly string[]) => {
    loads.push([...missing]);
    return new Map(missing.filter((key) => key !== 'nobody').map((key) => [key, { text: key }]));
  };

  it('loads the missing facts in one read', async () => {
    await cache.read(workspace, 'one', load('first'));
    const loads: string[][] = [];
    const found = await cache.readAll(workspace, ['two', 'one', null, 'two', 'nobody'], loadAll(loads));
    expect(found.map((facts) => facts?.text)).toEqual(['two', 'first', undefined, 'two', undefined]);
    expect(loads).toEqual([['two', 'nobody']]);
    expect(cache.peek(workspace, 'two')).toEqual({ text: 'two' });
    await cache.readAll(workspace, ['one', 'two'], loadAll(loads));
    expect(loads).toHaveLength(1);
  });

  it('loads nothing if every key is being read already, so no failure is left unhandled', async () => {
    const first = slowRead('one');
    const second = cache.readAll(workspace, ['one'], async () => {
      loads += 1;
      throw new Error('The connection was lost');
    });
    first.finish('first');
    expect(await second).toEqual([{ text: 'first' }]);
    expect(loads).toBe(1);
  });

  it('is returned but not cached when a change arrives during the read', async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const reading = cache.readAll(workspace, ['one', 'two'], async (missing) => {
      await waiting;
      return new Map(missing.map((key) => [key, { text: key }]));
    });
    cache.evict(workspace, 'one');
    finish();
    expect((await reading)[0]).toEqual({ text: 'one' });
    expect([cache.peek(workspace, 'one'), cache.peek(workspace, 'two')?.text]).toEqual([undefined, 'two']);
  });
});
