import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregation } from '../../catalogue/meter.ts';
import type { Quantity } from '../../values/quantity.ts';
import type { UsageReport } from '../reports/report.ts';
import { eventHour, refuseClosed, refuseEventTime, refuseIncomplete } from './event-hour.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const now = at('16T12:20:00');

describe('the time of an event', () => {
  it.each([
    ['now', '16T12:20:00.000', null],
    ['5 minutes ahead', '16T12:25:00.000', null],
    ['a millisecond more', '16T12:25:00.001', 'metering.event_in_future'],
    ['24 hours ago', '15T12:20:00.000', null],
    ['a millisecond more', '15T12:19:59.999', 'metering.window_too_old'],
  ])('%s: %s', (_case, occurredAt, code) => {
    expect(refuseEventTime({ occurredAt: at(occurredAt) }, now)?.code ?? null).toBe(code);
  });

  it('names the limits', () => {
    expect(refuseEventTime({ occurredAt: at('17T00:00:00') }, now)?.args).toEqual({
      latestAllowed: '2026-11-16T12:25:00.000Z',
    });
    expect(refuseEventTime({ occurredAt: at('10T00:00:00') }, now)?.args).toEqual({
      oldestAllowed: '2026-11-15T12:20:00.000Z',
    });
  });
});

describe('what an aggregation needs', () => {
  it.each<[Aggregation, number | null, string | null, string | null]>([
    ['Sum', null, null, null],
    ['Count', null, null, null],
    ['Max', null, null, 'quantity'],
    ['Max', 0, null, null],
    ['Unique', 1, null, 'uniqueKey'],
    ['Unique', null, 'a', null],
  ])('%s with quantity %s and key %s lacks %s', (aggregation, quantity, uniqueKey, expected) => {
    const refusal = refuseIncomplete({ quantity: quantity as Quantity | null, uniqueKey }, aggregation);
    expect(refusal ? (refusal.args.issues as { path: string }[])[0]?.path : null).toBe(expected);
  });
});

describe('the hour of an event', () => {
  const since = (from: string, until: string | null = null) => [
    { from: at(`${from}:00`), until: until === null ? null : at(`${until}:00`) },
  ];
  const always = since('01T00:00');

  it.each<[string, Aggregation, string, string[], ReturnType<typeof since>, string | null]>([
    ['its own hour', 'Sum', '16T10:59', [], always, '16T10'],
    ['the present hour', 'Sum', '16T12:20', [], always, '16T12'],
    ['the next hour, a little ahead', 'Sum', '16T13:01', [], always, '16T13'],
    [
      'the oldest open hour after a closed one',
      'Sum',
      '16T08:00',
      ['16T08', '16T09'],
      always,
      '16T10 carried',
    ],
    ['not an open hour before it', 'Count', '16T09:00', ['16T09'], always, '16T10 carried'],
    ['an hour of 23 hours and 20 minutes', 'Sum', '15T13:00', [], always, '15T14 carried'],
    ['an hour of 24 hours and 20 minutes', 'Sum', '15T12:30', [], always, '15T14 carried'],
    ['such an hour of a maximum', 'Max', '15T12:30', [], always, null],
    ['an hour of 23 hours of a maximum', 'Max', '15T13:00', [], always, '15T13'],
    ['a closed hour of a maximum', 'Max', '16T08:00', ['16T08'], always, null],
    ['a closed hour of unique keys', 'Unique', '16T08:00', ['16T08'], always, null],
    [
      'the last hour of its life',
      'Sum',
      '16T08:00',
      ['16T08'],
      since('01T00:00', '16T09:30'),
      '16T09 carried',
    ],
    [
      'the last open hour of its life, before its own',
      'Sum',
      '16T09:10',
      ['16T09', '16T08'],
      since('01T00:00', '16T09:30'),
      '16T07 carried',
    ],
    [
      'the hours after a suspension',
      'Sum',
      '16T07:10',
      ['16T07'],
      [...since('01T00:00', '16T08:00'), ...since('16T10:30')],
      '16T10 carried',
    ],
    ['no hour is left', 'Sum', '16T07:10', ['16T07'], since('16T07:00', '16T07:30'), null],
  ])('%s', (_case, aggregation, occurredAt, closed, activePeriods, expected) => {
    const closedHours = new Set(closed.map((hour) => at(`${hour}:00:00`).getTime()));
    const isClosed = (hour: Date) => closedHours.has(hour.getTime());
    const placed = eventHour(at(`${occurredAt}:00`), { aggregation, activePeriods, isClosed }, now);
    const text = placed && `${placed.hour.toISOString().slice(8, 13)}${placed.isCarried ? ' carried' : ''}`;
    expect(text).toBe(expected);
  });

  it('is open and in the life of the subscription', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -25, max: 0 })),
        fc.integer({ min: -24 * 60, max: 5 }),
        (closed, minutes) => {
          const start = at('16T12:00:00').getTime();
          const isClosed = (hour: Date) => closed.includes((hour.getTime() - start) / 3_600_000);
          const occurredAt = new Date(now.getTime() + minutes * 60_000);
          const placed = eventHour(occurredAt, { aggregation: 'Sum', activePeriods: always, isClosed }, now);
          if (!placed) return;
          expect(isClosed(placed.hour)).toBe(false);
          expect(placed.isCarried).toBe(
            placed.hour > occurredAt || occurredAt.getTime() - placed.hour.getTime() >= 3_600_000,
          );
        },
      ),
    );
  });
});

it.each([
  ['with its report', { reportId: 'r', quantity: 2_500_000 } as UsageReport, 'r', 2.5],
  ['without a report', undefined, null, null],
])('the refusal of a closed hour %s', (_case, report, reportId, reportedQuantity) => {
  expect(refuseClosed(at('16T08:00:00'), report, at('16T12:00:00'))).toMatchObject({
    code: 'metering.window_already_reported',
    args: { reportId, reportedQuantity, hour: '2026-11-16T08:00:00.000Z' },
  });
});

it('the refusal of an event of a closed month names the oldest hour', () => {
  const now = new Date('2026-12-01T06:00:00Z');
  expect(refuseClosed(new Date('2026-11-30T23:00:00Z'), undefined, now, { kind: 'Aws' })).toMatchObject({
    code: 'metering.window_too_old',
    args: { oldestAllowed: '2026-12-01T00:00:00.000Z' },
  });
});

describe('an event of a closed month', () => {
  const facts = {
    activePeriods: [{ from: new Date('2026-01-01T00:00:00Z'), until: null }],
    isClosed: () => false,
    kind: 'Aws',
  } as const;
  const lastOfMonth = new Date('2026-11-30T23:30:00Z');

  it.each<[string, Aggregation, string | null]>([
    ['2026-12-01T04:00:00Z', 'Sum', '2026-11-30T23:00:00.000Z'],
    ['2026-12-01T05:30:00Z', 'Sum', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T06:00:00Z', 'Count', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T05:30:00Z', 'Max', '2026-11-30T23:00:00.000Z'],
    ['2026-12-01T06:00:00Z', 'Max', null],
  ])('at %s: %s counts in %s', (time, aggregation, expected) => {
    const found = eventHour(lastOfMonth, { ...facts, aggregation }, new Date(time));
    expect(found?.hour.toISOString() ?? null).toBe(expected);
  });
});
