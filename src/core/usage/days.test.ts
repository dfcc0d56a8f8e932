import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LimitPeriod, recordsMeter } from '../catalogue/meter.ts';
import { isRefusal } from '../refusal.ts';
import { daysIn, maxDays, readDayRange } from './day-range.ts';
import { allowanceOf, comparedPer, periodStarts, type UsedPart, usageLimitsOf, usedDays } from './days.ts';
import type { QuantitySum } from './events/quantity-sum.ts';
import { periodOf } from './period.ts';

const hour = 3_600_000;
const at = (text: string) => new Date(`${text}Z`);
const now = at('2026-11-15T09:30:00');
const rangeOf = (from: string, to: string) => {
  const range = readDayRange({ from, to }, now);
  if (isRefusal(range)) throw new Error('no range');
  return range;
};
const texts = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(0, 16));

describe('the range', () => {
  it.each([
    [{}, '2026-10-17', '2026-11-15', 30],
    [{ to: '2026-03-01' }, '2026-01-31', '2026-03-01', 30],
    [{ from: '2026-11-15' }, '2026-11-15', '2026-11-15', 1],
    [{ from: '2025-10-12' }, '2025-10-12', '2026-11-15', maxDays],
    [{ from: '9999-12-31', to: '9999-12-31' }, '9999-12-31', '9999-12-31', 1],
    [{ to: '1970-01-01' }, '1969-12-03', '1970-01-01', 30],
  ])('of %j is %s to %s', (written, first, last, count) => {
    const range = readDayRange(written, now);
    const days = isRefusal(range) ? [] : daysIn(range);
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  });

  it.each([
    { from: '2026-11-16' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2025-10-11' },
    { from: '1970-01-01', to: '9999-12-31' },
  ])('of %j is refused', (written) => {
    expect(readDayRange(written, now)).toMatchObject({ code: 'request.validation_failed' });
  });
});

describe('the starts of periods', () => {
  const terms = [{ start: at('2026-01-31T09:20:00'), end: at('2026-12-10T00:00:00') }];
  it.each([
    [
      'months, the first before the range',
      'Month',
      '2026-03-15',
      '2026-05-01',
      ['2026-02-28T09:00', '2026-03-31T09:00', '2026-04-30T09:00'],
    ],
    ['before the subscription began', 'Month', '2026-01-01', '2026-02-01', ['2026-01-31T09:00']],
    ['the term', 'Term', '2026-06-01', '2026-07-01', ['2026-01-31T09:00']],
    [
      'a term that is over: the next one is not known yet',
      'Term',
      '2026-12-01',
      '2026-12-31',
      ['2026-01-31T09:00', '2026-12-10T00:00'],
    ],
    [
      'a period that begins on the last day',
      'Month',
      '2026-04-01',
      '2026-04-30',
      ['2026-03-31T09:00', '2026-04-30T09:00'],
    ],
    ['one that begins after the last hour', 'Month', '2026-04-29', '2026-04-29', ['2026-03-31T09:00']],
  ] as const)('are %s', (_case, per, from, to, expected) => {
    expect(texts(periodStarts(terms, per, rangeOf(from, to)))).toEqual(expected);
  });
});

describe('an allowance', () => {
  const included = { quantity: 10, per: 'Year' as const };
  it.each([
    ['Records', null, null, 5, 5, 'Month'],
    ['Events', 'Sum', included, 5, 5, 'Year'],
    ['Events', 'Count', included, null, null, 'Year'],
    ['Events', 'Max', null, 5, null, null],
    ['Events', 'Unique', null, 5, null, null],
    ['Records', null, null, null, null, null],
  ] as const)('of %s, %s, %j and the limit %j', (intake, aggregation, quantity, limit, shown, per) => {
    const allowance = allowanceOf({ ...recordsMeter, intake, aggregation, included: quantity }, limit);
    expect([allowance.limit, comparedPer({ ...allowance, usageLimits: [] })]).toEqual([shown, per]);
  });

  const limitPer = (per: LimitPeriod, quantity = 9) => ({ quantity, per, action: 'Deny' as const });
  const ownLimit = { reason: null, endsAt: null, setAt: now, actor: 'Mara', subject: '' };
  const partners = { ...ownLimit, ...limitPer('Month', 7), setBy: 'Partner' as const };
  const ceiling = { ...ownLimit, ...limitPer('Day', 1), setBy: 'Customer' as const };
  it.each([
    ['of the plan', limitPer('Year'), [], [['Plan', 9, 'Year']], 'Year'],
    ['of the customer', limitPer('Year'), [partners], [['Partner', 7, 'Month']], 'Month'],
    ['that has ended', limitPer('Year'), [{ ...partners, endsAt: now }], [['Plan', 9, 'Year']], 'Year'],
    ['of a day', null, [ceiling], [['Customer', 1, 'Day']], null],
    ['of a subject', null, [{ ...ceiling, subject: 'agent-7' }], [], null],
    [
      'and a ceiling',
      limitPer('Term'),
      [ceiling],
      [
        ['Plan', 9, 'Term'],
        ['Customer', 1, 'Day'],
      ],
      'Term',
    ],
  ] as const)('has the usage limit %s', (_case, limit, own, expected, per) => {
    const usageLimits = usageLimitsOf({ ...recordsMeter, limit }, own, now);
    expect(usageLimits.map((each) => [each.setBy, each.quantity, each.per])).toEqual(expected);
    expect(comparedPer({ included: null, limit: null, usageLimits })).toBe(per);
    expect(comparedPer({ included, limit: null, usageLimits })).toBe('Year');
  });
});

describe('the days', () => {
  it('have days without usage, and the running total of the period in which they end', () => {
    const starts = [at('2026-10-10T09:00:00'), at('2026-11-10T09:00:00')];
    const parts: UsedPart[] = [
      { day: '2026-11-07', since: starts[0] ?? null, quantity: 40n },
      { day: '2026-11-08', since: starts[0] ?? null, quantity: 1n },
      { day: '2026-11-10', since: starts[0] ?? null, quantity: 5n },
      { day: '2026-11-10', since: starts[1] ?? null, quantity: 7n },
      { day: '2026-11-11', since: starts[1] ?? null, quantity: 2n },
    ];
    const days = usedDays(rangeOf('2026-11-08', '2026-11-12'), parts, starts);
    expect(days.map(({ day, quantity, periodTotal }) => [day, quantity, periodTotal])).toEqual([
      ['2026-11-08', 1n, 41n],
      ['2026-11-09', 0n, 41n],
      ['2026-11-10', 12n, 7n],
      ['2026-11-11', 2n, 9n],
      ['2026-11-12', 0n, 9n],
    ]);
  });

  it('have no running total before the first period, or without periods', () => {
    const range = rangeOf('2026-11-08', '2026-11-09');
    const parts = [{ day: '2026-11-08', since: null, quantity: 3n }];
    expect(usedDays(range, parts, []).map((day) => day.periodTotal)).toEqual([null, null]);
    const starts = [at('2026-11-09T12:00:00')];
    expect(usedDays(range, parts, starts).map((day) => day.periodTotal)).toEqual([null, 0n]);
  });

  it('add up to the hours of the range, and their running totals to those of the period', () => {
    const range = rangeOf('2026-03-01', '2026-05-31');
    const first = at('2025-12-01T00:00:00').getTime();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(24 * 200), fc.bigInt(0n, 10n ** 18n)), { maxLength: 60 }),
        fc.constantFrom('Month', 'Year', 'Term'),
        fc.nat(24 * 100),
        (used, per, began) => {
          const terms = [{ start: new Date(first + began * hour), end: null }];
          const starts = periodStarts(terms, per, range);
          const hours = used.map(([offset, quantity]) => ({
            hour: new Date(first + offset * hour),
            quantity,
          }));
          const days = usedDays(
            range,
            hours.map((one) => partOf(one, starts)),
            starts,
          );
          const inRange = hours.filter(
            (one) => one.hour >= range.from && one.hour < at('2026-06-01T00:00:00'),
          );
          expect(sumOf(days)).toBe(sumOf(inRange));
          for (const { day, periodTotal } of days) {
            const last = at(`${day}T23:00:00`);
            if (terms[0] && last < terms[0].start) continue;
            const { start } = periodOf(terms, per, last);
            expect(periodTotal).toBe(sumOf(hours.filter((one) => one.hour >= start && one.hour <= last)));
          }
        },
      ),
    );
  });
});

/** As the statement of `loadSubscriptionDays` groups an hour. */
function partOf(
  { hour: moment, quantity }: { readonly hour: Date; readonly quantity: QuantitySum },
  starts: readonly Date[],
): UsedPart {
  const since = starts.findLast((start) => start <= moment) ?? null;
  return { day: moment.toISOString().slice(0, 10), since, quantity };
}

function sumOf(parts: readonly { readonly quantity: QuantitySum }[]): QuantitySum {
  return parts.reduce((sum, { quantity }) => sum + quantity, 0n);
}
