import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullDay, fullDayWithinMonth } from './usage-age.ts';

const hourMilliseconds = 3_600_000;
const iso = (instant: Date) => instant.toISOString();

describe('the oldest accepted hour', () => {
  it.each([
    ['2026-11-15T09:00:00.000Z', '2026-11-14T09:00:00.000Z', '2026-11-14T09:00:00.000Z'],
    ['2026-11-15T09:00:00.001Z', '2026-11-14T10:00:00.000Z', '2026-11-14T10:00:00.000Z'],
    ['2026-11-30T23:30:00.000Z', '2026-11-30T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['2026-12-01T05:59:59.999Z', '2026-11-30T06:00:00.000Z', '2026-11-30T06:00:00.000Z'],
    ['2026-12-01T06:00:00.000Z', '2026-11-30T06:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T23:59:00.000Z', '2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-02T00:30:00.000Z', '2026-12-01T01:00:00.000Z', '2026-12-01T01:00:00.000Z'],
    ['2027-01-01T06:00:00.000Z', '2026-12-31T06:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-03-01T05:00:00.000Z', '2028-02-29T05:00:00.000Z', '2028-02-29T05:00:00.000Z'],
    ['2028-03-01T07:00:00.000Z', '2028-02-29T07:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ])('at %s is %s, within the month %s', (now, day, month) => {
    expect(iso(fullDay.oldestHour(new Date(now)))).toBe(day);
    expect(iso(fullDayWithinMonth.oldestHour(new Date(now)))).toBe(month);
  });
});

describe('the last instant of an hour', () => {
  it.each([
    ['2026-11-15T09:00:00.000Z', '2026-11-16T09:00:00.000Z', '2026-11-16T09:00:00.000Z'],
    ['2026-11-30T05:00:00.000Z', '2026-12-01T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026-11-30T06:00:00.000Z', '2026-12-01T06:00:00.000Z', '2026-12-01T05:59:59.999Z'],
    ['2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z', '2026-12-01T05:59:59.999Z'],
    ['2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z', '2026-12-02T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', '2027-01-01T12:00:00.000Z', '2027-01-01T05:59:59.999Z'],
  ])('%s is %s, within the month %s', (hour, day, month) => {
    expect(iso(fullDay.expiresAt(new Date(hour)))).toBe(day);
    expect(iso(fullDayWithinMonth.expiresAt(new Date(hour)))).toBe(month);
  });

  it.each([
    ['a day', fullDay],
    ['a day within the month', fullDayWithinMonth],
  ])('%s: an hour is accepted as long as it is not older than the oldest', (_, age) => {
    const hours = fc.integer({ min: -26, max: 0 });
    const instants = fc.date({
      min: new Date('2024-01-01T00:00:00.000Z'),
      max: new Date('2030-01-01T00:00:00.000Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, hours, (now, back) => {
        const hour = new Date((Math.floor(now.getTime() / hourMilliseconds) + back) * hourMilliseconds);
        expect(age.expiresAt(hour) >= now).toBe(hour >= age.oldestHour(now));
      }),
    );
  });
});
