import { expect, it } from 'vitest';
import {
  exactSecond,
  exactTime,
  formatClock,
  formatDay,
  formatHour,
  formatSecond,
  formatWeekday,
  zoneName,
} from './time.ts';

const now = new Date('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T14:00:00Z', '14:00 UTC'],
  ['2026-11-16T09:05:00Z', '16 Nov, 09:05 UTC'],
  ['2026-11-14T23:59:00Z', '14 Nov, 23:59 UTC'],
])('the deadline %s is shown as %s', (at, text) => {
  expect(formatClock(new Date(at), now)).toBe(text);
});

const moment = '2026-07-02T22:05:09Z';

it.each([
  [exactTime, '2 Jul 2026, 22:05 UTC'],
  [exactSecond('Europe/Berlin'), '3 Jul 2026, 00:05:09 CEST'],
  [formatHour, '2 Jul, 22:05'],
  [formatSecond, '2 Jul, 22:05:09'],
  [formatDay, '2 Jul 2026'],
  [formatWeekday, 'Thu 2 Jul'],
])('format %# shows a moment as %s', (format, text) => {
  expect(format(moment)).toBe(text);
});

it('names the zone', () => {
  expect(zoneName(now)).toBe('UTC');
});
