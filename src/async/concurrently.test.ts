import { expect, it } from 'vitest';
import { concurrently } from './concurrently.ts';

it('does the work for every item, no more at once than told, and then throws the first failure', async () => {
  let active = 0;
  let maxRunning = 0;
  const done: number[] = [];
  const work = async (item: number) => {
    maxRunning = Math.max(maxRunning, ++active);
    await new Promise(setImmediate);
    active--;
    if (item % 2 === 1) throw new Error(`item ${item}`);
    done.push(item);
  };
  await expect(concurrently(2, [0, 1, 2, 3, 4], work)).rejects.toThrow('item 1');
  expect([done, maxRunning]).toEqual([[0, 2, 4], 2]);
  await concurrently(2, [], work);
  await concurrently(9, [6], work);
  expect(done).toEqual([0, 2, 4, 6]);
});
