import { describe, expect, it } from 'vitest';
import { readMarketplaceTerm } from './term.ts';

const startsAt = '2026-11-01T00:00:00Z';

describe('the end of a term', () => {
  it.each<[string, unknown, string | null]>([
    ['after a day', '2026-11-30', '2026-12-01T00:00:00.000Z'],
    ['after a midnight’s day', '2026-11-30T00:00:00Z', '2026-12-01T00:00:00.000Z'],
    ['after a midnight’s day, with no zone', '2026-11-30T00:00:00', '2026-12-01T00:00:00.000Z'],
    ['after a midnight’s day, with no seconds', '2026-11-30T00:00Z', '2026-12-01T00:00:00.000Z'],
    ['after a midnight’s day, to the tick', '2026-11-30T00:00:00.0000000Z', '2026-12-01T00:00:00.000Z'],
    ['after a midnight’s day, elsewhere', '2026-11-30T00:00:00+02:00', '2026-11-30T22:00:00.000Z'],
    ['after a day, padded', ' 2026-11-30 ', '2026-12-01T00:00:00.000Z'],
    ['after the last day of a leap year’s February', '2028-02-29', '2028-03-01T00:00:00.000Z'],
    ['with the day’s last second', '2026-11-30T23:59:59Z', '2026-12-01T00:00:00.000Z'],
    ['with the day’s last millisecond', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'],
    ['with the day’s last tick', '2026-11-30T23:59:59.9999999', '2026-12-01T00:00:00.000Z'],
    ['at a time of day', '2026-11-30T09:30:00Z', '2026-11-30T09:30:00.000Z'],
    ['at a time of day, with no zone', '2026-11-30T09:30:00.5', '2026-11-30T09:30:00.500Z'],
    ['at a time of day, elsewhere', '2026-11-30T01:00:00+01:00', '2026-11-30T00:00:00.000Z'],
    ['a moment past midnight', '2026-11-30T00:00:00.001Z', '2026-11-30T00:00:00.001Z'],
    ['unknown: at its start', startsAt, null],
    ['unknown: on its first day', '2026-11-01', null],
    ['unknown: before its start', '2026-10-31', null],
    ['unknown: never set', '0001-01-01T00:00:00', null],
    ['unknown: empty', '', null],
    ['unknown: null', null, null],
    ['unknown: absent', undefined, null],
    ['unknown: a number', 20261130, null],
    ['unknown: text', 'soon', null],
    ['unknown: an invalid date', '2026-13-45', null],
  ])('is %s', (_case, end, expected) => {
    expect(readMarketplaceTerm(startsAt, end, 'P1M').endsAt?.toISOString() ?? null).toBe(expected);
  });

  it('is its end date when the start is missing', () => {
    const endsAt = new Date('2026-12-01T00:00:00.000Z');
    expect(readMarketplaceTerm(null, '2026-11-30', ' P1M ')).toEqual({ startsAt: null, endsAt, unit: 'P1M' });
  });
});

it.each<[unknown, string | null]>([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T09:30:00', '2026-11-01T09:30:00.000Z'],
  ['0001-01-01T00:00:00Z', null],
  ['', null],
  [null, null],
])('a term that starts on %s', (start, expected) => {
  expect(readMarketplaceTerm(start, null, '')).toEqual({
    startsAt: expected === null ? null : new Date(expected),
    endsAt: null,
    unit: null,
  });
});
