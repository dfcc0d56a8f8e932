import { expect, it } from 'vitest';
import { RequestSample, sampleRules } from './request-log.ts';

const start = Date.parse('2026-11-15T09:00:00Z');
const rule = { atOnce: 3, interval: 5_000 };

/** Takes a request at each of the seconds. */
function take(seconds: readonly number[], sample = new RequestSample(rule)): readonly number[] {
  return seconds.map((second) => sample.take(start + second * 1_000, true));
}

it.each<[string, readonly number[], readonly number[]]>([
  ['a few', [0, 0, 0], [1, 1, 1]],
  ['many at once', [0, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0]],
  ['one in each interval after that', [0, 0, 0, 1, 4, 5, 6, 9, 10], [1, 1, 1, 0, 0, 3, 0, 0, 3]],
  ['slow ones all', [0, 0, 0, 5, 10, 15, 20], [1, 1, 1, 1, 1, 1, 1]],
  ['many again after a pause', [0, 0, 0, 60, 60, 60, 60], [1, 1, 1, 1, 1, 1, 0]],
  ['a clock that is set back', [100, 100, 100, 0, 110], [1, 1, 1, 0, 2]],
])('stores %s', (_case, seconds, expected) => {
  expect(take(seconds)).toEqual(expected);
});

it('stores nothing without room, and counts it', () => {
  const sample = new RequestSample(rule);
  expect([false, false, true].map((hasRoom) => sample.take(start, hasRoom))).toEqual([0, 0, 3]);
});

it('is full when nothing of it is used', () => {
  const sample = new RequestSample(rule);
  expect(sample.isFullAt(start)).toBe(true);
  take([0, 0], sample);
  expect([sample.isFullAt(start + 9_999), sample.isFullAt(start + 10_000)]).toEqual([false, true]);
});

it('stores a bounded number of rows in a day of requests', () => {
  const sample = new RequestSample(sampleRules.succeeded);
  let [rows, requests] = [0, 0];
  for (let second = 0; second < 86_400; second += 1) {
    for (let count = 0; count < 3; count += 1) {
      const taken = sample.take(start + second * 1_000, true);
      if (taken > 0) rows += 1;
      requests += taken;
    }
  }
  expect(rows).toBe(100 + 8_639);
  expect(requests).toBeGreaterThan(3 * 86_400 - 30);
});
