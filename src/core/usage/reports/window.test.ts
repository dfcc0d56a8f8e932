import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dueAt,
  earlierExpiries,
  expiresAt,
  expiringHours,
  expiryWarningAt,
  hasEnded,
  isYoungEnough,
  newestExpiring,
  oldestAllowed,
  readUsageHour,
  refuseWindow,
  usageHourOf,
  windowEndsAt,
} from './window.ts';

const at = (text: string) => new Date(text);
const anyNow = fc.date({ min: at('2024-01-01T00:00Z'), max: at('2032-01-01T00:00Z'), noInvalidDate: true });

describe('readUsageHour', () => {
  it.each<[string, string, string | undefined]>([
    ['a full hour', '2026-11-15T09:00:00.000Z', '2026-11-15T09'],
    ['its last millisecond', '2026-11-15T09:59:59.999Z', '2026-11-15T09'],
    ['its last ten-millionth', '2026-11-15T09:59:59.9999999Z', '2026-11-15T09'],
    ['half an hour: India, at half past', '2026-11-15T09:30:00+05:30', '2026-11-15T04'],
    ['half an hour: India, just before', '2026-11-15T09:29:59.999+05:30', '2026-11-15T03'],
    ['without an offset', '2026-11-15T09:00:00', undefined],
  ])('%s: %s', (_case, text, expected) => {
    expect(readUsageHour(text)?.toISOString()).toBe(expected && `${expected}:00:00.000Z`);
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

  it('always accepts the oldest allowed hour, and never the one before', () => {
    fc.assert(
      fc.property(fc.oneof(anyNow, anyNow.map(usageHourOf)), (now) => {
        const oldest = oldestAllowed(now);
        expect(refuseWindow(oldest, now)).toBeNull();
        expect(isYoungEnough(new Date(oldest.getTime() - 3_600_000), now)).toBe(false);
        expect(usageHourOf(oldest)).toEqual(oldest);
      }),
    );
  });

  it('accepts 23 hours at any time, and 24 on the full hour', () => {
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

it('an hour contains its instants', () => {
  const hour = at('2028-02-28T23:00:00Z');
  expect(windowEndsAt(hour)).toEqual(at('2028-02-29T00:00:00Z'));
  expect(expiryWarningAt(hour)).toEqual(at('2028-02-29T21:00:00Z'));
  expect(expiresAt(hour)).toEqual(at('2028-02-29T23:00:00Z'));
});

it('finds the newest hour that needs a warning', () => {
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
])('dueAt for the hour of nine: %s', (_case, firstRecordedAt, hold, expected) => {
  expect(dueAt(at('2026-11-15T09:00:00Z'), at(firstRecordedAt), hold).toISOString()).toBe(expected);
});

describe('a marketplace that closes its months', () => {
  const source = { kind: 'Aws' } as const;

  it.each([
    ['2026-11-30T23:00:00Z', '2026-12-01T05:59:59.999Z', null],
    ['2026-11-30T23:00:00Z', '2026-12-01T06:00:00Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T00:00:00Z', '2026-12-01T06:00:00Z', null],
    ['2026-11-30T05:00:00Z', '2026-12-01T05:00:00.001Z', '2026-11-30T06:00:00.000Z'],
    ['2026-11-14T09:00:00Z', '2026-11-15T09:00:00Z', null],
    ['2026-11-14T09:00:00Z', '2026-11-15T09:00:00.001Z', '2026-11-14T10:00:00.000Z'],
  ])('%s at %s: the oldest is %s', (hour, now, oldest) => {
    const refusal = refuseWindow(at(hour), at(now), source);
    expect([refusal?.code, refusal?.args]).toEqual(
      oldest === null ? [undefined, undefined] : ['metering.window_too_old', { oldestAllowed: oldest }],
    );
  });

  it('says why it refuses', () => {
    const now = at('2026-12-01T07:00:00Z');
    expect(refuseWindow(at('2026-11-30T23:00:00Z'), now, source)?.detail).toContain('closed the month');
    expect(refuseWindow(at('2026-11-30T06:00:00Z'), now, source)?.detail).toContain('24 hours old');
  });

  it('leaves two hours for retries', () => {
    const hour = at('2026-11-30T23:00:00Z');
    expect(dueAt(hour, at('2026-12-01T02:00:00Z'), 180, source)).toEqual(at('2026-12-01T03:59:59.999Z'));
    expect(dueAt(hour, at('2026-12-01T01:00:00Z'), 15, source)).toEqual(at('2026-12-01T01:15:00Z'));
    expect(expiryWarningAt(hour, source)).toEqual(at('2026-12-01T03:59:59.999Z'));
    expect(newestExpiring(at('2026-12-01T04:00:00Z'), source)).toEqual(at('2026-11-30T23:00:00Z'));
    expect(newestExpiring(at('2026-12-01T03:59:00Z'), source)).toEqual(at('2026-11-30T05:00:00Z'));
  });

  it.each([
    ['2026-11-15T09:00:00Z', []],
    ['2026-12-01T03:59:00Z', []],
    [
      '2026-12-01T04:00:00Z',
      ['2026-11-30T04:00:00.000Z', '2026-11-30T23:00:00.000Z', '2026-12-01T05:59:59.999Z'],
    ],
    [
      '2026-12-01T23:00:00Z',
      ['2026-12-01T00:00:00.000Z', '2026-12-01T01:00:00.000Z', '2026-12-02T01:00:00.000Z'],
    ],
    ['2026-12-02T00:00:00.001Z', []],
  ])('expires its hours earlier than others at %s: %j', (now, bounds) => {
    const found = earlierExpiries(at(now)).map(({ kind, ...own }) => [kind, Object.values(own)]);
    expect(found).toEqual(bounds.length === 0 ? [] : [['Aws', bounds.map(at)]]);
  });
});

it.each<[string, 'Microsoft' | 'Aws', number, string, string]>([
  ['2026-11-15T09:30:00Z', 'Aws', 2, '2026-11-14T10:00:00.000Z', '2026-11-14T11:00:00.000Z'],
  ['2026-12-01T04:30:00Z', 'Aws', 19, '2026-11-30T05:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ['2026-12-01T04:30:00Z', 'Microsoft', 2, '2026-11-30T05:00:00.000Z', '2026-11-30T06:00:00.000Z'],
])('at %s hours of %s that expire: %i', (now, kind, count, first, last) => {
  const hours = expiringHours(new Date(now), { kind });
  expect([hours.length, hours[0]?.toISOString(), hours.at(-1)?.toISOString()]).toEqual([count, first, last]);
});
