import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyInstant, anyLife, type Life, subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { isRefusal } from '../refusal.ts';
import { statusAt } from '../subscriptions/clock.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { type ActivePeriod, activePeriodsOf, isActiveInHour } from './period.ts';

const at = (time: string) => new Date(`2026-11-15T${time}:00.000Z`);

const pending = subscription({ status: 'Pending', activatedAt: null, changedAt: at('08:00') });
const active = (time: string, rest: Partial<Subscription> = {}) =>
  subscription({ status: 'Active', changedAt: at(time), ...rest });
const suspended = (time: string, rest: Partial<Subscription> = {}) =>
  subscription({ status: 'Suspended', changedAt: at(time), suspendedAt: at(time), ...rest });
const cancelled = (time: string) =>
  subscription({ status: 'Cancelled', changedAt: at(time), cancelledAt: at(time), endedAt: at(time) });

const written = ({ from, until }: ActivePeriod) =>
  `${from.toISOString().slice(11, 16)}-${until?.toISOString().slice(11, 16) ?? ''}`;

describe('activePeriodsOf', () => {
  it.each<[string, Subscription[], string[]]>([
    ['no history', [], []],
    ['never activated', [pending], []],
    ['cancelled before it began', [pending, cancelled('09:00')], []],
    ['activated', [pending, active('09:10')], ['09:10-']],
    ['moved while active', [pending, active('09:10'), active('10:20'), active('11:30')], ['09:10-']],
    ['suspended', [pending, active('09:10'), suspended('10:20')], ['09:10-10:20']],
    [
      'reinstated',
      [pending, active('09:10'), suspended('10:20'), active('11:30')],
      ['09:10-10:20', '11:30-'],
    ],
    ['reinstated at once', [active('09:10'), suspended('10:20'), active('10:20')], ['09:10-']],
    [
      'cancelled out of a suspension',
      [active('09:10'), suspended('10:20'), cancelled('11:30')],
      ['09:10-10:20'],
    ],
    ['cancelled', [active('09:10'), cancelled('11:30')], ['09:10-11:30']],
    ['a term that ends, no sweep yet', [active('09:10', { validUntil: at('12:00') })], ['09:10-12:00']],
    [
      'a term that renews by itself',
      [active('09:10', { validUntil: at('12:00'), source: 'Marketplace', renewsItself: true })],
      ['09:10-'],
    ],
    [
      'to be cancelled at its end',
      [active('09:10'), active('10:20', { validUntil: at('12:00'), cancelledAt: at('10:20') })],
      ['09:10-12:00'],
    ],
    [
      'renewed before its end',
      [active('09:10', { validUntil: at('12:00') }), active('11:30', { validUntil: at('15:00') })],
      ['09:10-15:00'],
    ],
  ])('are computed for %s', (_case, history, expected) => {
    expect(activePeriodsOf(history).map(written)).toEqual(expected);
  });

  const historyOf = ({ created, steps }: Life) => [
    created,
    ...steps.flatMap(({ result }) =>
      isRefusal(result) || result.events.length === 0 ? [] : [result.subscription],
    ),
  ];

  it('contain an instant exactly when the subscription is active then', () => {
    fc.assert(
      fc.property(anyLife, anyInstant, (life, instant) => {
        const history = historyOf(life);
        const state = history.findLast(({ changedAt }) => changedAt <= instant);
        const isActive = state !== undefined && statusAt(state, instant) === 'Active';
        const periods = activePeriodsOf(history);
        const isInPeriod = periods.some(
          ({ from, until }) => from <= instant && (until === null || instant < until),
        );
        expect(isInPeriod).toBe(isActive);
      }),
    );
  });

  it('are the same before and after a sweep', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const history = historyOf(life);
        const last = history.at(-1);
        const [end] = activePeriodsOf(history).slice(-1);
        if (last?.status !== 'Active' || !end?.until) return;
        const swept: Subscription = { ...last, status: 'Expired', endedAt: end.until, changedAt: end.until };
        expect(activePeriodsOf([...history, swept])).toEqual(activePeriodsOf(history));
      }),
    );
  });

  it('are the same for later times when the beginning is omitted', () => {
    fc.assert(
      fc.property(anyLife, anyInstant, (life, instant) => {
        const history = historyOf(life);
        const first = history.findLastIndex(({ changedAt }) => changedAt <= instant);
        if (first < 0) return;
        const hour = new Date(Math.ceil(instant.getTime() / 3_600_000) * 3_600_000);
        const shortened = activePeriodsOf(history.slice(first));
        expect(isActiveInHour(shortened, hour)).toBe(isActiveInHour(activePeriodsOf(history), hour));
      }),
    );
  });
});

describe('isActiveInHour', () => {
  const periods = [
    { from: at('09:10'), until: at('11:20') },
    { from: at('13:40'), until: at('13:50') },
    { from: at('15:00'), until: at('16:00') },
    { from: at('18:59'), until: null },
  ];
  it.each<[string, boolean, string]>([
    ['08:00', false, 'before activation'],
    ['09:00', true, 'the hour of activation'],
    ['10:00', true, 'within'],
    ['11:00', true, 'the hour of suspension, which started before it'],
    ['12:00', false, 'started after it'],
    ['13:00', true, 'reinstated and suspended within the hour'],
    ['14:00', false, 'suspended again'],
    ['15:00', true, 'reinstated on the hour'],
    ['16:00', false, 'suspended on the hour: it did not start before'],
    ['17:00', false, 'suspended'],
    ['18:00', true, 'the hour of the last reinstatement'],
    ['19:00', true, 'open-ended'],
  ])('%s: %s, %s', (hour, expected) => {
    expect(isActiveInHour(periods, at(hour))).toBe(expected);
  });
});
