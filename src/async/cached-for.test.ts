import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedFor } from './cached-for.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shares a result while it is made and for the time after it', async () => {
  let runs = 0;
  const read = cachedFor(1_000, async () => {
    runs += 1;
    return runs;
  });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read()).toBe(2);
});

it('does not keep a failure', async () => {
  let runs = 0;
  const read = cachedFor(1_000, async () => {
    runs += 1;
    if (runs === 1) throw new Error('no');
    return runs;
  });
  await expect(read()).rejects.toThrow('no');
  expect(await read()).toBe(2);
});
