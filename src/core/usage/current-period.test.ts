import { expect, it } from 'vitest';
import type { Subscription } from '../subscriptions/subscription.ts';
import { currentPeriod } from './period.ts';

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
