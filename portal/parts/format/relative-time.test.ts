import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T12:00:00Z', 'just now'],
  ['2026-11-15T11:59:01Z', 'just now'],
  ['2026-11-15T12:00:30Z', 'in a moment'],
  ['2026-11-15T11:58:30Z', '1 minute ago'],
  ['2026-11-15T09:00:00Z', '3 hours ago'],
  ['2026-11-14T11:00:00Z', 'yesterday'],
  ['2026-11-17T13:00:00Z', 'in 2 days'],
  ['2026-11-22T11:59:00Z', 'in 7 days'],
  ['2026-11-22T10:00:00Z', 'in 6 days'],
  ['2026-11-16T11:59:00Z', 'in 24 hours'],
  ['2026-11-15T12:59:30Z', 'in 59 minutes'],
  ['2026-11-08T12:01:00Z', '6 days ago'],
  ['2026-11-01T12:00:00Z', '2 weeks ago'],
  ['2026-08-15T12:00:00Z', '3 months ago'],
  ['2027-02-13T12:00:00Z', 'in 3 months'],
  ['2027-11-15T12:00:00Z', 'in 12 months'],
  ['2028-12-15T12:00:00Z', 'in 2 years'],
])('%s is shown as %s', (at, text) => {
  expect(relativeTime(new Date(at), now)).toBe(text);
});
