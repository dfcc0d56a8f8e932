import { expect, it } from 'vitest';
import { endedHours } from './ended-hours.ts';

it.each([
  ['2026-11-16T09:30:00.000Z', '2026-11-16T08:00:00.000Z', '2026-11-15T10:00:00.000Z', 23],
  ['2026-11-16T09:00:00.000Z', '2026-11-16T08:00:00.000Z', '2026-11-15T09:00:00.000Z', 24],
  ['2026-11-16T09:00:00.001Z', '2026-11-16T08:00:00.000Z', '2026-11-15T10:00:00.000Z', 23],
])('at %s from %s back to %s', (now, newest, oldest, count) => {
  const hours = endedHours(new Date(now));
  expect([hours[0], hours.at(-1), hours.length]).toEqual([newest, oldest, count]);
});
