import { expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { readHourRange } from './hour-range.ts';

const now = new Date('2026-11-15T09:30:00.000Z');

it.each([
  ['the last seven days, the hour that runs among them', {}, '2026-11-08T10 2026-11-15T10'],
  ['from a moment on', { from: '2026-11-15T01:59:00Z' }, '2026-11-15T01 2026-11-15T10'],
  ['up to a moment', { until: '2026-11-10T00:00:00Z' }, '2026-11-03T00 2026-11-10T00'],
  [
    'an hour of which a part is asked',
    { from: '2026-11-10T00:00:00Z', until: '2026-11-10T00:01:00Z' },
    '2026-11-10T00 2026-11-10T01',
  ],
  ['up to the last moment', { until: '9999-12-31T23:59:59.999Z' }, '9999-12-24T23 9999-12-31T23'],
  ['31 days', { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }, '2026-10-01T00 2026-11-01T00'],
  ['more', { from: '2026-09-30T23:00:00Z', until: '2026-11-01T00:00:00Z' }, 'request.validation_failed'],
  ['nothing', { from: '2026-11-10T00:00:00Z', until: '2026-11-10T00:00:00Z' }, 'request.validation_failed'],
  ['backwards', { from: '2026-11-10T00:00:00Z', until: '2026-11-09T00:00:00Z' }, 'request.validation_failed'],
])('parses %s', (_, requested, expected) => {
  const range = readHourRange(requested, now);
  const text = (instant: Date) => instant.toISOString().slice(0, 13);
  expect(isRefusal(range) ? range.code : `${text(range.from)} ${text(range.until)}`).toBe(expected);
});
