import { expect, it } from 'vitest';
import { forEachYielding } from './for-each-yielding.ts';

it('works on every item in order, and the event loop turns meanwhile', async () => {
  let turns = 0;
  let isDone = false;
  const beat = () => {
    turns += 1;
    if (!isDone) setImmediate(beat);
  };
  setImmediate(beat);
  const seen: number[] = [];
  const items = Array.from({ length: 100 }, (_, index) => index);
  await forEachYielding(items, (item) => seen.push(item));
  isDone = true;
  expect(seen).toEqual(items);
  expect(turns).toBeGreaterThanOrEqual(9);
});
