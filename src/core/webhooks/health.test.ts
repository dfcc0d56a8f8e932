import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttemptOutcome } from './delivery.ts';
import { type EndpointHealth, healthAfter, healthy, isFailing, maxFailingMilliseconds } from './health.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const answered = (status: number): AttemptOutcome => ({
  kind: 'answered',
  status,
  retryAfterMilliseconds: null,
});
const unanswered: AttemptOutcome = { kind: 'unanswered' };
const failing = (since: Date): EndpointHealth => ({ failingSince: since, disabled: null });

describe('healthAfter', () => {
  it.each<[string, EndpointHealth, AttemptOutcome[], EndpointHealth]>([
    ['no attempts', healthy, [], healthy],
    ['a success', healthy, [answered(204)], healthy],
    ['a first failure', healthy, [answered(500)], failing(now)],
    ['no response', healthy, [unanswered], failing(now)],
    ['a redirect', healthy, [answered(302)], failing(now)],
    ['another failure', failing(ago(1)), [answered(500)], failing(ago(1))],
    ['a success among failures', failing(ago(1)), [answered(500), answered(200)], healthy],
    ['410', healthy, [answered(410)], { failingSince: null, disabled: { reason: 'Gone', at: now } }],
    [
      '410 among successes',
      healthy,
      [answered(200), answered(410)],
      { failingSince: null, disabled: { reason: 'Gone', at: now } },
    ],
    [
      'a failure just before five days',
      failing(ago(maxFailingMilliseconds - 1)),
      [unanswered],
      failing(ago(maxFailingMilliseconds - 1)),
    ],
    [
      'a failure after five days',
      failing(ago(maxFailingMilliseconds)),
      [unanswered],
      { failingSince: ago(maxFailingMilliseconds), disabled: { reason: 'Failing', at: now } },
    ],
    ['a success after five days', failing(ago(maxFailingMilliseconds)), [answered(200)], healthy],
  ])('is computed for %s', (_case, before, outcomes, after) => {
    expect(healthAfter(before, outcomes, now)).toEqual(after);
  });

  it('keeps a disabled endpoint unchanged', () => {
    const disabled: EndpointHealth = { failingSince: null, disabled: { reason: 'ByPartner', at: ago(5) } };
    for (const outcome of [answered(200), answered(410), unanswered]) {
      expect(healthAfter(disabled, [outcome], now)).toBe(disabled);
    }
  });

  it('disables exactly after five days without a success', () => {
    const anyTry = fc.record({
      hours: fc.integer({ min: 0, max: 40 }),
      isGood: fc.constantFrom(true, false, false, false),
    });
    fc.assert(
      fc.property(fc.array(anyTry, { maxLength: 60 }), (tries) => {
        let time = now.getTime();
        let health = healthy;
        let failingFrom: number | null = null;
        for (const { hours, isGood } of tries) {
          time += hours * 3_600_000;
          const isLongEnough = failingFrom !== null && time - failingFrom >= maxFailingMilliseconds;
          health = healthAfter(health, [answered(isGood ? 200 : 500)], new Date(time));
          expect(health.disabled !== null).toBe(!isGood && isLongEnough);
          if (health.disabled) return;
          failingFrom = isGood ? null : (failingFrom ?? time);
        }
      }),
    );
  });
});

it.each<[string, EndpointHealth, boolean]>([
  ['healthy', healthy, false],
  ['failing', failing(now), true],
  ['disabled', { failingSince: null, disabled: { reason: 'Gone', at: now } }, true],
])('isFailing: %s', (_case, health, expected) => {
  expect(isFailing(health)).toBe(expected);
});
