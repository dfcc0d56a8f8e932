import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Meter, recordsMeter } from './meter.ts';
import { meterIn, type SwitchedMeter, switchMeter } from './meter-switch.ts';

const sum: Meter = { ...recordsMeter, intake: 'Events', aggregation: 'Sum' };
const count: Meter = { ...recordsMeter, intake: 'Events', aggregation: 'Count' };
const at = (text: string) => new Date(`2026-11-${text}:00.000Z`);
const since = (current: Meter, until: string, meter = recordsMeter): SwitchedMeter => ({
  current,
  previous: { meter, until: at(until) },
});
const always = (current: Meter): SwitchedMeter => ({ current, previous: null });

describe('switching a meter', () => {
  it.each<[string, SwitchedMeter, Meter, string, SwitchedMeter | string]>([
    ['at the next full hour', always(recordsMeter), sum, '16T09:20', since(sum, '16T10:00')],
    ['six minutes before it', always(recordsMeter), sum, '16T09:54', since(sum, '16T10:00')],
    ['too close to it', always(recordsMeter), sum, '16T09:55', since(sum, '16T11:00')],
    ['another aggregation', always(sum), count, '16T09:20', since(count, '16T10:00', sum)],
    ['the same again', since(sum, '16T10:00'), sum, '16T09:30', since(sum, '16T10:00')],
    ['back at once', since(sum, '16T10:00'), recordsMeter, '16T09:30', 'intake'],
    ['back after 24 hours', since(sum, '16T10:00'), recordsMeter, '17T10:00', 'intake'],
    [
      'back a minute later',
      since(sum, '16T10:00'),
      recordsMeter,
      '17T10:01',
      since(recordsMeter, '17T11:00', sum),
    ],
    ['another aggregation too early', since(sum, '16T10:00'), count, '16T12:00', 'aggregation'],
  ])('%s', (_case, known, wanted, now, expected) => {
    const switched = switchMeter(known, wanted, at(now));
    expect('path' in switched ? switched.path : switched).toEqual(expected);
  });

  it('changes an included quantity at any time', () => {
    const included = { quantity: 5, per: 'Year' } as const;
    const known = since(sum, '16T10:00');
    expect(switchMeter(known, { ...sum, included }, at('16T10:01'))).toEqual({
      ...known,
      current: { ...sum, included },
    });
  });

  it('never changes how an hour is fed that has begun', () => {
    const meters = fc.constantFrom(recordsMeter, sum, count);
    fc.assert(
      fc.property(fc.array(fc.tuple(meters, fc.integer({ min: 0, max: 200 * 60 }))), (wishes) => {
        let meter: SwitchedMeter = always(recordsMeter);
        const start = at('16T00:00').getTime();
        for (const [wanted, minutes] of wishes.sort(([, a], [, b]) => a - b)) {
          const now = new Date(start + minutes * 60_000);
          const switched = switchMeter(meter, wanted, now);
          if ('path' in switched) continue;
          // Every hour that can still be reported or has begun, and five minutes of the next.
          for (let hour = -24; hour <= Math.floor((minutes + 5) / 60); hour++) {
            const startOfHour = new Date(start + hour * 3_600_000);
            if (startOfHour.getTime() < now.getTime() - 24 * 3_600_000) continue;
            expect(meterIn(switched, startOfHour)).toEqual(meterIn(meter, startOfHour));
          }
          meter = switched;
        }
      }),
    );
  });
});
