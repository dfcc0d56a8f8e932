import { expect, it } from 'vitest';
import type { Subscription } from '../subscriptions/subscription.ts';
import { currentPeriod, periodsBefore } from './period.ts';

const at = (text: string) => new Date(`${text}Z`);
const state = (activatedAt: string | null, validUntil: string | null, endedAt: string | null = null) =>
  ({
    activatedAt: activatedAt && at(activatedAt),
    validUntil: validUntil && at(validUntil),
    endedAt: endedAt && at(endedAt),
  }) as Subscription;
const start = '2026-01-10T10:20';

it.each<[string, Subscription[], string | undefined]>([
  ['never activated', [state(null, null)], undefined],
  ['active', [state(start, null)], '2026-03-10T10:00 2026-04-10T10:00'],
  [
    'ended',
    [state(start, null), state(start, null, '2026-02-20T08:00')],
    '2026-02-10T10:00 2026-03-10T10:00',
  ],
  [
    'ended with a period',
    [state(start, '2026-02-10T10:00'), state(start, '2026-02-10T10:00', '2026-02-10T10:00')],
    '2026-01-10T10:00 2026-02-10T10:00',
  ],
])('the current period of a subscription: %s', (_case, history, expected) => {
  const period = currentPeriod(history, 'Month', at('2026-03-15T12:00'));
  const shown = period && [period.start, period.end].map((one) => one?.toISOString().slice(0, 16)).join(' ');
  expect(shown).toBe(expected);
});

const oldest = at('2025-06-01T00:00');

it.each<[string, Subscription[], 'Month' | 'Term', string, string[]]>([
  ['never activated', [state(null, null)], 'Month', start, []],
  ['in its first period', [state(start, null)], 'Month', '2026-01-10T10:00', []],
  [
    'in its third month',
    [state(start, null)],
    'Month',
    '2026-03-10T10:00',
    ['2026-02-10T10:00 2026-03-10T10:00', '2026-01-10T10:00 2026-02-10T10:00'],
  ],
  [
    'with months that end with the term',
    [state(start, '2026-02-20T00:00'), state(start, '2026-05-20T00:00')],
    'Month',
    '2026-02-20T00:00',
    ['2026-02-10T10:00 2026-02-20T00:00', '2026-01-10T10:00 2026-02-10T10:00'],
  ],
  [
    'renewed, by term',
    [state(start, '2026-02-10T10:00'), state(start, '2026-03-10T10:00')],
    'Term',
    '2026-02-10T10:00',
    ['2026-01-10T10:00 2026-02-10T10:00'],
  ],
  [
    'older than what is stored, and longer than what is shown',
    [state('2025-01-10T10:00', null)],
    'Month',
    '2025-08-10T10:00',
    ['2025-07-10T10:00 2025-08-10T10:00', '2025-06-10T10:00 2025-07-10T10:00'],
  ],
  [
    'longer than what is shown',
    [state('2025-01-10T10:00', null)],
    'Month',
    '2026-02-10T10:00',
    [
      '2026-01-10T10:00 2026-02-10T10:00',
      '2025-12-10T10:00 2026-01-10T10:00',
      '2025-11-10T10:00 2025-12-10T10:00',
    ],
  ],
])('the earlier periods of a subscription: %s', (_case, history, per, present, expected) => {
  const periods = periodsBefore(history, per, at(present), { oldest, limit: 3 });
  const shown = periods.map(({ start: from, end }) =>
    [from, end].map((one) => one?.toISOString().slice(0, 16)).join(' '),
  );
  expect(shown).toEqual(expected);
});
