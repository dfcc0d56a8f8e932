import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CachePart, SieveCache } from './sieve-cache.ts';

const cacheOf = (maxEntries: number, maxBytes: number) =>
  new SieveCache<string>({ maxEntries, maxBytes, bytesOf: ({ length }) => length });

const filled = (maxEntries: number, ...keys: readonly string[]) => {
  const part = cacheOf(maxEntries, 1_000).part();
  for (const key of keys) part.set(key, key);
  return part;
};
const inScope = (part: CachePart<string>) => [...part.entries()].map(([key]) => key);

describe('eviction', () => {
  it('takes the oldest entry that was not used', () => {
    const part = filled(3, 'a', 'b', 'c');
    part.get('a');
    part.set('d', 'd');
    expect(inScope(part)).toEqual(['a', 'c', 'd']);
  });

  it('forgets a use when the hand has passed', () => {
    const part = filled(2, 'a', 'b');
    part.get('a');
    part.get('b');
    part.set('c', 'c');
    expect(inScope(part)).toEqual(['b', 'c']);
    part.set('d', 'd');
    expect(inScope(part)).toEqual(['c', 'd']);
  });

  it('spares a working set from a scan', () => {
    const part = filled(10, 'a', 'b', 'c');
    for (let number = 0; number < 1_000; number += 1) {
      part.set(`once ${number}`, 'x');
      for (const key of ['a', 'b', 'c']) part.get(key);
    }
    expect(inScope(part)).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(part.size).toBe(10);
  });

  it('goes on after the entry under the hand was deleted', () => {
    const part = filled(3, 'a', 'b', 'c');
    part.get('a');
    part.set('d', 'd');
    part.delete('c');
    part.set('e', 'e');
    part.set('f', 'f');
    expect(part.size).toBe(3);
    expect(inScope(part)).toEqual(['a', 'e', 'f']);
  });
});

interface ModelEntry {
  readonly part: number;
  readonly key: string;
  readonly value: string;
  wasUsed: boolean;
}

/** SIEVE as a list, the oldest first, and the position of the hand. */
class Model {
  entries: ModelEntry[] = [];
  #hand = 0;
  readonly #maxEntries: number;
  readonly #maxBytes: number;

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  get(part: number, key: string): string | undefined {
    const entry = this.#find(part, key);
    if (entry) entry.wasUsed = true;
    return entry?.value;
  }

  set(part: number, key: string, value: string): void {
    this.delete(part, key);
    if (value.length > this.#maxBytes) return;
    while (this.entries.length >= this.#maxEntries || this.bytes + value.length > this.#maxBytes) {
      for (;;) {
        const entry = this.entries[this.#hand % this.entries.length];
        this.#hand %= this.entries.length;
        if (!entry?.wasUsed) break;
        entry.wasUsed = false;
        this.#hand += 1;
      }
      this.entries.splice(this.#hand, 1);
    }
    this.entries.push({ part, key, value, wasUsed: false });
  }

  delete(part: number, key: string): void {
    const at = this.entries.findIndex((entry) => entry.part === part && entry.key === key);
    if (at < 0) return;
    this.entries.splice(at, 1);
    if (at < this.#hand) this.#hand -= 1;
  }

  clear(part: number): void {
    for (const { key } of this.entries.filter((entry) => entry.part === part)) this.delete(part, key);
  }

  get bytes(): number {
    return this.entries.reduce((sum, { value }) => sum + value.length, 0);
  }

  #find(part: number, key: string): ModelEntry | undefined {
    return this.entries.find((entry) => entry.part === part && entry.key === key);
  }
}

const someKey = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const somePart = fc.nat({ max: 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('get' as const), part: somePart, key: someKey }),
  fc.record({ kind: fc.constant('set' as const), part: somePart, key: someKey, bytes: fc.nat({ max: 12 }) }),
  fc.record({ kind: fc.constant('delete' as const), part: somePart, key: someKey }),
  fc.record({ kind: fc.constant('clear' as const), part: somePart }),
);

describe('any sequence of steps', () => {
  it('leaves what the model of SIEVE leaves, and never exceeds a limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { maxLength: 80 }),
        (maxEntries, maxBytes, steps) => {
          const cache = cacheOf(maxEntries, maxBytes);
          const parts = [cache.part(), cache.part()] as const;
          const model = new Model(maxEntries, maxBytes);
          for (const [number, taken] of steps.entries()) {
            const part = parts[taken.part as 0 | 1];
            if (taken.kind === 'get') expect(part.get(taken.key)).toBe(model.get(taken.part, taken.key));
            if (taken.kind === 'set') {
              const value = String(number % 10).repeat(taken.bytes);
              part.set(taken.key, value);
              model.set(taken.part, taken.key, value);
            }
            if (taken.kind === 'delete') {
              part.delete(taken.key);
              model.delete(taken.part, taken.key);
            }
            if (taken.kind === 'clear') {
              part.clear();
              model.clear(taken.part);
            }
            const held = parts.flatMap((own, index) =>
              [...own.entries()].map(([key, value]) => `${index} ${key} ${value}`),
            );
            const expected = model.entries.map(({ part: own, key, value }) => `${own} ${key} ${value}`);
            expect(held.sort()).toEqual(expected.sort());
            expect([cache.size, cache.bytes]).toEqual([model.entries.length, model.bytes]);
            expect(cache.size).toBeLessThanOrEqual(maxEntries);
            expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
          }
        },
      ),
    );
  });
});
