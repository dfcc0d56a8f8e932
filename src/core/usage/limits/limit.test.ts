import { describe, expect, it } from 'vitest';
import { eventsBeyond, lowestLimits } from './counted-limits.ts';
import { fitOf, type LimitState, limitPeriodsOf, refuseBeyond, tightestLimit } from './limit.ts';

const millionths = (units: number) => BigInt(units) * 1_000_000n;
const end = new Date('2026-12-01T09:00:00.000Z');

function limit(quantity: number, used = 0, reserved = 0, more: Partial<LimitState> = {}): LimitState {
  const figures = { quantity: millionths(quantity), used: millionths(used), reserved: millionths(reserved) };
  return { setBy: 'Plan', subject: '', per: 'Month', action: 'Deny', end, ...figures, ...more };
}
const warn = { action: 'Warn' } as const;

describe('a quantity', () => {
  it.each<[string, number, LimitState[], string]>([
    ['without limits', 5, [], 'Fits'],
    ['below the limit', 5, [limit(10)], 'Fits'],
    ['exactly what is left', 5, [limit(10, 3, 2)], 'Fits'],
    ['more than is left', 6, [limit(10, 3, 2)], 'Exceeds'],
    ['more than one of two leaves', 6, [limit(100), limit(10, 5)], 'Exceeds'],
    ['the limit itself', 10, [limit(10)], 'Fits'],
    ['more than the limit itself', 11, [limit(10)], 'NeverFits'],
    ['more than a limit that only warns', 11, [limit(10, 10, 0, warn)], 'Fits'],
    ['anything of nothing', 1, [limit(0)], 'NeverFits'],
  ])('%s', (_, quantity, limits, expected) => {
    expect(fitOf(millionths(quantity), limits)).toBe(expected);
  });
});

describe('the refusal', () => {
  it('names the limit with the least left', () => {
    const limits = [limit(100, 98), limit(10, 9, 0, { setBy: 'Customer' }), limit(5, 9, 0, warn)];
    expect(refuseBeyond(millionths(3), limits)).toMatchObject({
      code: 'metering.limit_reached',
      args: {
        limit: 10,
        used: 9,
        reserved: 0,
        remaining: 1,
        resetsAt: end.toISOString(),
        setBy: 'Customer',
      },
    });
  });

  it('shows nothing below nothing', () => {
    expect(refuseBeyond(1n, [limit(10, 15, 0, { end: null })])).toMatchObject({
      args: { remaining: 0, resetsAt: null },
    });
  });

  it('of more than the limit itself has a code of its own', () => {
    expect(refuseBeyond(millionths(11), [limit(10), limit(4, 0, 0, { setBy: 'Partner' })])).toMatchObject({
      code: 'metering.quantity_over_limit',
      args: { limit: 4, setBy: 'Partner' },
    });
  });
});

it('the limit that decides is one that denies', () => {
  expect(tightestLimit([])).toBeUndefined();
  expect(tightestLimit([limit(1, 0, 0, warn), limit(10), limit(5)])).toEqual(limit(5));
  expect(tightestLimit([limit(7, 0, 0, warn), limit(1, 0, 0, warn)])).toEqual(limit(1, 0, 0, warn));
});

it('a day is that of UTC, other periods begin with the term', () => {
  const terms = [{ start: new Date('2026-10-17T10:23:00.000Z'), end: new Date('2027-10-17T10:23:00.000Z') }];
  const starts = Object.entries(limitPeriodsOf(terms, new Date('2026-11-18T23:00:00.000Z'))).map(
    ([per, period]) => [per, period.start.toISOString(), period.end?.toISOString()],
  );
  expect(starts).toEqual([
    ['Day', '2026-11-18T00:00:00.000Z', '2026-11-19T00:00:00.000Z'],
    ['Month', '2026-11-17T10:00:00.000Z', '2026-12-17T10:00:00.000Z'],
    ['Year', '2026-10-17T10:00:00.000Z', '2027-10-17T10:00:00.000Z'],
    ['Term', '2026-10-17T10:00:00.000Z', '2027-10-17T10:00:00.000Z'],
  ]);
});

describe('events beyond a limit', () => {
  const use = (index: number, quantity: number, meter = 0) => ({
    index,
    meter,
    quantity: millionths(quantity),
  });
  const counted = (state: LimitState, meter = 0, counterId = 'a') => ({ ...state, meter, counterId });

  it.each([
    ['none', [use(0, 4), use(1, 6)], [counted(limit(10, 10))], []],
    ['from the one that exceeds it on', [use(0, 4), use(1, 7), use(2, 1)], [counted(limit(10, 12))], [1, 2]],
    ['after what is reserved', [use(0, 4), use(1, 1)], [counted(limit(10, 5, 6))], [1]],
    [
      'in two hours of a period',
      [use(0, 6), use(1, 6, 1)],
      [counted(limit(10, 12)), counted(limit(10, 12), 1)],
      [1],
    ],
    ['not of a limit that only warns', [use(0, 11)], [counted(limit(10, 11, 0, warn))], []],
    ['not of another meter', [use(0, 1, 1)], [counted(limit(10, 11))], []],
  ])('%s', (_, events, limits, expected) => {
    expect(eventsBeyond(events, limits)).toEqual(expected);
  });

  it('thresholds are those of the lowest limit of a counter', () => {
    const found = lowestLimits([counted(limit(10)), counted(limit(5)), counted(limit(7), 0, 'b')]);
    expect(found).toEqual([counted(limit(5)), counted(limit(7), 0, 'b')]);
  });
});
