import { expect, it } from 'vitest';
import { ServiceClock } from './service-clock.ts';

const date = 'Sun, 15 Nov 2026 09:00:00 GMT';
const time = Date.parse(date);
const hour = 3_600_000;

it.each<[string, string | null, number, number | undefined]>([
  ['is equal', date, time, 0],
  ['is a moment ahead', date, time + 59_000, 0],
  ['is ahead', date, time + 2 * hour, -2 * hour],
  ['is behind', date, time - 48 * hour, 48 * hour],
  ['cannot be compared', null, time + hour, undefined],
  ['is compared with nonsense', 'yesterday', time + hour, undefined],
])('a clock that %s', (_case, header, local, offset) => {
  const clock = new ServiceClock(() => local);
  expect(clock.now()).toBe(local);
  clock.measure()(header);
  expect([clock.offset, clock.now()]).toEqual([offset, local + (offset ?? 0)]);
});

it('half of the request has passed when the service answers', () => {
  let now = time + hour - 1_000;
  const clock = new ServiceClock(() => now);
  const onDate = clock.measure();
  now += 2_000;
  onDate(date);
  expect(clock.offset).toBe(-hour);
});
