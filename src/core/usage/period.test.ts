import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IncludedPeriod, includedPeriods } from '../catalogue/meter.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { periodOf, termsOf } from './period.ts';

const at = (text: string) => new Date(`${text}Z`);
const shown = (instant: Date | null) => instant?.toISOString().slice(0, 16) ?? null;
const state = (activatedAt: string | null, validUntil: string | null) =>
  ({
    activatedAt: activatedAt === null ? null : at(activatedAt),
    validUntil: validUntil === null ? null : at(validUntil),
  }) as Subscription;

describe('the terms of a subscription', () => {
  const start = '2026-01-31T10:20';
  it.each<[string, Subscription[], string[]]>([
    ['never activated', [state(null, '2026-02-28T00:00')], []],
    ['open-ended', [state(null, null), state(start, null)], [`${start} null`]],
    ['one term', [state(start, '2026-02-28T00:00')], [`${start} 2026-02-28T00:00`]],
    [
      'renewed',
      [state(start, '2026-02-28T00:00'), state(start, '2026-03-31T00:00'), state(start, '2026-03-31T00:00')],
      [`${start} 2026-02-28T00:00`, '2026-02-28T00:00 2026-03-31T00:00'],
    ],
    [
      'the end became known',
      [state(start, null), state(start, '2026-02-28T00:00')],
      [`${start} 2026-02-28T00:00`],
    ],
    [
      'the end was corrected',
      [state(start, '2027-01-31T00:00'), state(start, '2026-07-31T00:00')],
      [`${start} 2026-07-31T00:00`],
    ],
  ])('%s', (_case, history, expected) => {
    expect(termsOf(history).map(({ start, end }) => `${shown(start)} ${shown(end)}`)).toEqual(expected);
  });
});

describe('the period of an hour', () => {
  const month = [{ start: at('2026-01-31T10:20'), end: null }];
  const year = [{ start: at('2024-02-29T00:00'), end: at('2026-02-10T00:00') }];
  it.each<[string, typeof month | typeof year, IncludedPeriod, string, string]>([
    ['the first hour', month, 'Month', '2026-01-31T10:00', '2026-01-31T10:00 2026-02-28T10:00'],
    ['the last hour', month, 'Month', '2026-02-28T09:00', '2026-01-31T10:00 2026-02-28T10:00'],
    ['the second month', month, 'Month', '2026-02-28T10:00', '2026-02-28T10:00 2026-03-31T10:00'],
    ['the third month', month, 'Month', '2026-04-01T00:00', '2026-03-31T10:00 2026-04-30T10:00'],
    ['the term', month, 'Term', '2026-04-01T00:00', '2026-01-31T10:00 null'],
    ['a leap year', year, 'Year', '2024-12-01T00:00', '2024-02-29T00:00 2025-02-28T00:00'],
    ['the year that the term ends', year, 'Year', '2025-12-01T00:00', '2025-02-28T00:00 2026-02-10T00:00'],
    ['the month that the term ends', year, 'Month', '2026-02-01T00:00', '2026-01-29T00:00 2026-02-10T00:00'],
    ['after the last known end', year, 'Month', '2026-02-10T00:00', '2026-02-10T00:00 2026-03-10T00:00'],
    ['after the last known end, the term', year, 'Term', '2026-03-10T00:00', '2026-02-10T00:00 null'],
  ])('%s', (_case, terms, per, hour, expected) => {
    const { start, end } = periodOf(terms, per, at(hour));
    expect(`${shown(start)} ${shown(end)}`).toBe(expected);
  });

  it('each hour lies in one period, and the next begins where it ends', () => {
    const minutes = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
    fc.assert(
      fc.property(
        fc.uniqueArray(minutes, { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...includedPeriods),
        fc.nat(30_000),
        (ends, per, hours) => {
          const instants = ends
            .sort((a, b) => a - b)
            .map((one) => new Date(Date.UTC(2026, 0) + one * 60_000));
          const terms = instants.slice(1).map((end, index) => ({ start: instants[index] ?? end, end }));
          const first = terms[0]?.start ?? new Date(0);
          const hour = new Date(Math.floor(first.getTime() / 3_600_000) * 3_600_000 + hours * 3_600_000);
          const { start, end } = periodOf(terms, per, hour);
          expect(start <= hour && (end === null || hour < end)).toBe(true);
          expect(periodOf(terms, per, start)).toEqual({ start, end });
          if (end) expect(periodOf(terms, per, end).start).toEqual(end);
        },
      ),
    );
  });
});
