import { describe, expect, it } from 'vitest';
import { finishYielding, forEachYielding, textYielding } from './yielding.ts';

/** Work whose items take this many milliseconds of its own clock. */
class Work {
  now = 0;
  readonly clock = () => this.now;

  take(milliseconds: number): void {
    this.now += milliseconds;
  }
}

/** Counts the turns of the event loop until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const beat = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(beat);
  };
  setImmediate(beat);
  await work();
  isDone = true;
  return turns;
}

const repeated = (count: number, milliseconds: number) => Array.from({ length: count }, () => milliseconds);

const cases = [
  { name: 'nothing to do', items: [], slices: [] },
  { name: 'less than a slice', items: [1, 1, 1, 1], slices: [[1, 1, 1, 1]] },
  { name: 'a slice and no more', items: [4, 1], slices: [[4, 1]] },
  { name: 'one item more', items: [4, 1, 1], slices: [[4, 1], [1]] },
  { name: 'an item longer than a slice', items: [1, 50, 1], slices: [[1, 50], [1]] },
  { name: 'items that are all too long', items: [7, 8, 9], slices: [[7], [8], [9]] },
  { name: 'items that take no time', items: repeated(10_000, 0), slices: [repeated(10_000, 0)] },
  { name: 'many', items: repeated(100, 1), slices: repeated(20, 0).map(() => repeated(5, 1)) },
];

describe.each(cases)('$name', ({ items, slices }) => {
  it('works on every item in order, and the event loop turns between two slices', async () => {
    const work = new Work();
    const seen: number[] = [];
    const turns = await turnsDuring(() =>
      forEachYielding(
        items,
        (item) => {
          work.take(item);
          seen.push(item);
        },
        work.clock,
      ),
    );
    expect(seen).toEqual(items);
    expect(turns).toBe(Math.max(0, slices.length - 1));
  });

  it('runs every step in order, and the event loop turns between two slices', async () => {
    const work = new Work();
    const seen: number[] = [];
    function* steps() {
      for (const [index, item] of items.entries()) {
        if (index > 0) yield;
        work.take(item);
        seen.push(item);
      }
      return 'done';
    }
    let result = '';
    const turns = await turnsDuring(async () => {
      result = await finishYielding(steps(), work.clock);
    });
    expect([seen, result]).toEqual([items, 'done']);
    expect(turns).toBe(Math.max(0, slices.length - 1));
  });

  it('makes one text of a slice, and the event loop turns between two texts', async () => {
    const work = new Work();
    const parts: string[] = [];
    const textOf = (item: number) => {
      work.take(item);
      return `${item};`;
    };
    const turns = await turnsDuring(async () => {
      for await (const part of textYielding(items, textOf, work.clock)) parts.push(part);
    });
    expect(parts).toEqual(slices.map((slice) => slice.map((item) => `${item};`).join('')));
    expect(turns).toBe(Math.max(0, slices.length - 1));
  });
});

it('passes on the failure of an item', async () => {
  const failing = () => {
    throw new Error('failed');
  };
  await expect(forEachYielding([1], failing)).rejects.toThrow('failed');
  await expect(textYielding([1], failing).next()).rejects.toThrow('failed');
});
