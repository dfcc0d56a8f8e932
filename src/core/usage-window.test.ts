import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dueAt,
  expiresAt,
  expiryWarningAt,
  hasEnded,
  isYoungEnough,
  newestExpiring,
  oldestAllowed,
  readUsageHour,
  refuseWindow,
  usageHourOf,
  windowEndsAt,
} from './usage-window.ts';

const at = (text: string) => new Date(text);
const anyNow = fc.date({ min: at('2024-01-01T00:00Z'), max: at('2032-01-01T00:00Z'), noInvalidDate: true });

describe('readUsageHour', () => {
  it.each<[string, string, string | undefined]>([
    ['a full hour', '2026-11-15T09:00:00.000Z', '2026-11-15T09'],
    ['within it', '2026-11-15T09:30:14Z', '2026-11-15T09'],
    ['its last millisecond', '2026-11-15T09:59:59.999Z', '2026-11-15T09'],
    ['its last ten-millionth', '2026-11-15T09:59:59.9999999Z', '2026-11-15T09'],
    ['without seconds', '2026-11-15T09:59Z', '2026-11-15T09'],
    ['a comma before the fraction', '2026-11-15T09:59:59,5Z', '2026-11-15T09'],
    ['lower case', '2026-11-15t09:00:00z', '2026-11-15T09'],
    ['an offset of nothing', '2026-11-15T09:00:00+00:00', '2026-11-15T09'],
    ['an offset of minus nothing', '2026-11-15T09:00:00-00:00', '2026-11-15T09'],
    ['an hour to the east', '2026-11-15T09:00:00+01:00', '2026-11-15T08'],
    ['an hour to the west', '2026-11-15T09:00:00-01:00', '2026-11-15T10'],
    ['an offset in hours only', '2026-11-15T09:00:00+01', '2026-11-15T08'],
    ['an offset without a colon', '2026-11-15T09:00:00-0130', '2026-11-15T10'],
    ['half an hour: India, on the hour', '2026-11-15T09:00:00+05:30', '2026-11-15T03'],
    ['half an hour: India, at half past', '2026-11-15T09:30:00+05:30', '2026-11-15T04'],
    ['half an hour: India, just before', '2026-11-15T09:29:59.999+05:30', '2026-11-15T03'],
    ['three quarters: Nepal', '2026-11-15T00:44:59+05:45', '2026-11-14T18'],
    ['half an hour to the west: Newfoundland', '2026-11-15T23:30:00-03:30', '2026-11-16T03'],
    ['into the next year', '2026-12-31T23:30:00-01:00', '2027-01-01T00'],
    ['into the year before', '2027-01-01T00:59:59+01:00', '2026-12-31T23'],
    ['the greatest offset', '2026-11-15T00:00:00+23:59', '2026-11-14T00'],
    ['a leap day', '2028-02-29T23:59:59Z', '2028-02-29T23'],
    ['from a leap day into March', '2028-02-29T23:00:00-01:00', '2028-03-01T00'],
    ['into a leap day', '2028-03-01T00:30:00+01:00', '2028-02-29T23'],
    ['a leap day of a century', '2000-02-29T00:00:00Z', '2000-02-29T00'],
    ['before 1970', '1969-12-31T23:30:00Z', '1969-12-31T23'],
    ['of the first century', '0026-11-15T09:30:00Z', '0026-11-15T09'],

    ['no leap day', '2026-02-29T00:00:00Z', undefined],
    ['no leap day in that century', '2100-02-29T00:00:00Z', undefined],
    ['the 31st of a month of 30', '2026-11-31T00:00:00Z', undefined],
    ['day 0', '2026-11-00T00:00:00Z', undefined],
    ['day 32', '2026-12-32T00:00:00Z', undefined],
    ['month 0', '2026-00-10T00:00:00Z', undefined],
    ['month 13', '2026-13-10T00:00:00Z', undefined],
    ['hour 24', '2026-11-15T24:00:00Z', undefined],
    ['minute 60', '2026-11-15T09:60:00Z', undefined],
    ['a leap second', '2016-12-31T23:59:60Z', undefined],
    ['an offset of 24 hours', '2026-11-15T09:00:00+24:00', undefined],
    ['an offset of 60 minutes', '2026-11-15T09:00:00+01:60', undefined],
    ['without an offset', '2026-11-15T09:00:00', undefined],
    ['with the name of a zone', '2026-11-15T09:00:00 CET', undefined],
    ['a date only', '2026-11-15', undefined],
    ['an hour only', '2026-11-15T09Z', undefined],
    ['a blank between', '2026-11-15 09:00:00Z', undefined],
    ['blanks around', ' 2026-11-15T09:00:00Z', undefined],
    ['a line after it', '2026-11-15T09:00:00Z\n', undefined],
    ['a fraction without digits', '2026-11-15T09:00:00.Z', undefined],
    ['the basic form', '20261115T090000Z', undefined],
    ['a year of five digits', '+12026-11-15T09:00:00Z', undefined],
    ['as the web writes it', 'Sun, 15 Nov 2026 09:00:00 GMT', undefined],
    ['a count of seconds', '1794733200', undefined],
    ['other digits', '２０２６-11-15T09:00:00Z', undefined],
    ['nothing', '', undefined],
    ['words', 'yesterday', undefined],
  ])('%s: %s', (_case, text, expected) => {
    expect(readUsageHour(text)?.toISOString()).toBe(expected && `${expected}:00:00.000Z`);
  });

  it('is the hour of the instant, whatever the offset it is written in', () => {
    const anyOffset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    const anyTime = fc.date({
      min: at('1900-01-01T00:00Z'),
      max: at('2200-01-01T00:00Z'),
      noInvalidDate: true,
    });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(anyTime, anyOffset, (instant, offset) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(offset);
        const text = `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        expect(readUsageHour(text)).toEqual(usageHourOf(instant));
        expect(readUsageHour(instant.toISOString())).toEqual(usageHourOf(instant));
      }),
    );
  });
});

describe('the window', () => {
  const ended = '2026-11-15T10:00:00.000Z';
  it.each<[string, string, string, string | null]>([
    ['the hour has just begun', '2026-11-15T09:00:00Z', '2026-11-15T09:00:00.000Z', `not_ended ${ended}`],
    ['a millisecond to go', '2026-11-15T09:00:00Z', '2026-11-15T09:59:59.999Z', `not_ended ${ended}`],
    ['ended this instant', '2026-11-15T09:00:00Z', ended, null],
    ['to come', '2026-11-15T12:00:00Z', ended, 'not_ended 2026-11-15T13:00:00.000Z'],
    ['24 hours after its start', '2026-11-14T10:00:00Z', ended, null],
    [
      'a millisecond later',
      '2026-11-14T10:00:00Z',
      '2026-11-15T10:00:00.001Z',
      'too_old 2026-11-14T11:00:00.000Z',
    ],
    ['long ago', '2020-01-01T00:00:00Z', ended, 'too_old 2026-11-14T10:00:00.000Z'],
    ['over a leap day', '2028-02-28T12:00:00Z', '2028-02-29T12:00:00.000Z', null],
    [
      'a moment after a leap day',
      '2028-02-29T00:00:00Z',
      '2028-03-01T00:00:00.001Z',
      'too_old 2028-02-29T01:00:00.000Z',
    ],
    ['over the end of a year', '2026-12-31T23:00:00Z', '2027-01-01T23:00:00.000Z', null],
    ['the last of a year, ended', '2026-12-31T23:00:00Z', '2027-01-01T00:00:00.000Z', null],
    [
      'the last of a year, not ended',
      '2026-12-31T23:00:00Z',
      '2026-12-31T23:59:59.999Z',
      'not_ended 2027-01-01T00:00:00.000Z',
    ],
  ])('%s', (_case, hour, now, expected) => {
    const refusal = refuseWindow(at(hour), at(now));
    const args = refusal && Object.entries(refusal.args);
    const [code, [[name = '', value] = []] = []] = [refusal?.code, args ?? []];
    expect(refusal && `${code?.replace('metering.window_', '')} ${value}`).toBe(expected);
    if (refusal) expect(name).toBe(code === 'metering.window_too_old' ? 'oldestAllowed' : 'windowEndsAt');
  });

  it('always takes the oldest allowed hour, and never the one before it', () => {
    fc.assert(
      fc.property(fc.oneof(anyNow, anyNow.map(usageHourOf)), (now) => {
        const oldest = oldestAllowed(now);
        expect(refuseWindow(oldest, now)).toBeNull();
        expect(isYoungEnough(new Date(oldest.getTime() - 3_600_000), now)).toBe(false);
        expect(usageHourOf(oldest)).toEqual(oldest);
      }),
    );
  });

  it('takes 23 hours at any time, and 24 on the full hour', () => {
    const takenAt = (now: Date) =>
      Array.from(
        { length: 60 },
        (_, hours) => new Date(usageHourOf(now).getTime() - (hours - 5) * 3_600_000),
      ).filter((hour) => hasEnded(hour, now) && isYoungEnough(hour, now)).length;
    fc.assert(
      fc.property(anyNow, (now) => {
        expect(takenAt(usageHourOf(now))).toBe(24);
        if (now > usageHourOf(now)) expect(takenAt(now)).toBe(23);
      }),
    );
  });
});

it('knows the instants of an hour', () => {
  const hour = at('2028-02-28T23:00:00Z');
  expect(windowEndsAt(hour)).toEqual(at('2028-02-29T00:00:00Z'));
  expect(expiryWarningAt(hour)).toEqual(at('2028-02-29T21:00:00Z'));
  expect(expiresAt(hour)).toEqual(at('2028-02-29T23:00:00Z'));
});

it('finds the newest hour to warn of', () => {
  fc.assert(
    fc.property(anyNow, (now) => {
      const newest = newestExpiring(now);
      const next = new Date(newest.getTime() + 3_600_000);
      expect([newest, next].map((hour) => expiryWarningAt(hour) <= now)).toEqual([true, false]);
    }),
  );
});

it.each<[string, string, number, string]>([
  ['held for a quarter of an hour', '2026-11-15T10:00:00.000Z', 15, '2026-11-15T10:15:00.000Z'],
  ['not held', '2026-11-15T10:00:00.123Z', 0, '2026-11-15T10:00:00.123Z'],
  ['held for two hours', '2026-11-15T12:34:00.000Z', 120, '2026-11-15T14:34:00.000Z'],
  ['held up to 22 hours', '2026-11-16T05:00:00.000Z', 120, '2026-11-16T07:00:00.000Z'],
  ['held no longer than 22 hours', '2026-11-16T06:59:59.999Z', 15, '2026-11-16T07:00:00.000Z'],
  ['recorded after 22 hours: due already', '2026-11-16T08:30:00.000Z', 15, '2026-11-16T07:00:00.000Z'],
])('dueAt, for the hour of nine: %s', (_case, firstRecordedAt, hold, expected) => {
  expect(dueAt(at('2026-11-15T09:00:00Z'), at(firstRecordedAt), hold).toISOString()).toBe(expected);
});
