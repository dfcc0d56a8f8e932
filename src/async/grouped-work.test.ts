import { expect, it } from 'vitest';
import { GroupedWork } from './grouped-work.ts';

/** Runs that end when the test says so. */
function startedRuns() {
  const runs: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const group = new GroupedWork<string>(
    (items) => new Promise((end, fail) => runs.push({ items, end, fail })),
  );
  return { runs, group };
}

it('runs the items of one turn together, and those added meanwhile in the next run', async () => {
  const { runs, group } = startedRuns();
  const first = [group.add('a'), group.add('b')];
  await expect.poll(() => runs.length).toBe(1);
  const second = [group.add('c'), group.add('d')];
  runs[0]?.end();
  await Promise.all(first);
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await Promise.all(second);
  expect(runs.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('never has two runs under way', async () => {
  let running = 0;
  let done = 0;
  const group = new GroupedWork<number>(async (items) => {
    running += 1;
    expect(running).toBe(1);
    await new Promise(setImmediate);
    running -= 1;
    done += items.length;
  });
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      for (let turn = 0; turn < index % 5; turn += 1) await new Promise(setImmediate);
      await group.add(index);
    }),
  );
  expect(done).toBe(50);
});

it('rejects the items of a failed run only', async () => {
  const { runs, group } = startedRuns();
  const lost = group.add('a');
  await expect.poll(() => runs.length).toBe(1);
  const later = group.add('b');
  runs[0]?.fail(new Error('gone'));
  await expect(lost).rejects.toThrow('gone');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await expect(later).resolves.toBeUndefined();
});
