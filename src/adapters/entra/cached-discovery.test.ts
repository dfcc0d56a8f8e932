import { beforeEach, expect, it } from 'vitest';
import { TestClock } from '../../../tests/support/nodes/test-clock.ts';
import { cacheDiscovery } from './discovery.ts';

const hour = 60 * 60_000;
let clock: TestClock;
let reads: number;
let isAway: boolean;
let version: number;
let discover: () => Promise<number>;
beforeEach(() => {
  clock = new TestClock();
  reads = 0;
  isAway = false;
  version = 1;
  discover = cacheDiscovery(
    clock,
    () => version,
    async () => {
      if (isAway) throw new Error('away');
      reads += 1;
      return reads;
    },
  );
});

it('is cached for an hour, with one request for concurrent readers', async () => {
  expect(await Promise.all([discover(), discover(), discover()])).toEqual([1, 1, 1]);
  clock.forward(hour - 1);
  expect(await discover()).toBe(1);
  clock.forward(1);
  expect(await Promise.all([discover(), discover()])).toEqual([2, 2]);
});

it('serves the last document for a day while the provider is down, and retries', async () => {
  await discover();
  isAway = true;
  clock.forward(23 * hour);
  expect(await discover()).toBe(1);
  clock.forward(hour);
  await expect(discover()).rejects.toThrow('away');
  isAway = false;
  expect(await discover()).toBe(2);
});

it('does not cache a failure without an earlier document', async () => {
  isAway = true;
  await expect(discover()).rejects.toThrow('away');
  isAway = false;
  expect(await discover()).toBe(1);
});

it('is read again for another version', async () => {
  await discover();
  version = 2;
  expect(await discover()).toBe(2);
});
