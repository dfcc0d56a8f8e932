import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptOutcome,
  changeDelivery,
  type DeliveryEvent,
  isDue,
  isSuccess,
  retryPauses,
  type WebhookDelivery,
} from './delivery.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const fresh: WebhookDelivery = {
  status: 'Pending',
  dueAt: now,
  attempts: 0,
  earlierAttempts: 0,
  failedAttempts: 0,
  decidedAt: null,
};
const failing: WebhookDelivery = { ...fresh, attempts: 3, earlierAttempts: 1, failedAttempts: 2 };
const answered = (status: number, retryAfterMilliseconds: number | null = null): AttemptOutcome => ({
  kind: 'answered',
  status,
  retryAfterMilliseconds,
});
const settle = (outcome: AttemptOutcome, random = 0): DeliveryEvent => ({ type: 'settle', outcome, random });
const ended = (status: WebhookDelivery['status'], failedAttempts = 2): WebhookDelivery => ({
  ...failing,
  attempts: 4,
  status,
  failedAttempts,
  decidedAt: now,
});
const replay: DeliveryEvent = { type: 'replay', isLeased: false };
const replayed = { ...fresh, attempts: 4, earlierAttempts: 4 };

describe('changeDelivery', () => {
  it.each<[string, WebhookDelivery, DeliveryEvent, WebhookDelivery | null]>([
    ['a cancellation', fresh, { type: 'cancel' }, { ...fresh, status: 'Cancelled', decidedAt: now }],
    ['a cancellation of a decided delivery', ended('Failed'), { type: 'cancel' }, null],
    ['200', failing, settle(answered(200)), ended('Delivered')],
    ['299', failing, settle(answered(299)), ended('Delivered')],
    [
      '300',
      failing,
      settle(answered(300)),
      { ...failing, attempts: 4, failedAttempts: 3, dueAt: at(retryPauses[2] ?? 0) },
    ],
    [
      'no response',
      failing,
      settle({ kind: 'unanswered' }),
      { ...failing, attempts: 4, failedAttempts: 3, dueAt: at(retryPauses[2] ?? 0) },
    ],
    ['a second result', ended('Delivered'), settle(answered(500)), null],
    ['the tenth failure', { ...failing, failedAttempts: 9 }, settle(answered(500)), ended('Failed', 10)],
    ['a replay of a failure', ended('Failed'), replay, replayed],
    ['a replay of a success', ended('Delivered'), replay, replayed],
    [
      'a replay of a success while others are sent',
      ended('Delivered'),
      { ...replay, isLeased: true },
      replayed,
    ],
    ['a replay of a cancellation', ended('Cancelled'), replay, replayed],
    [
      'a replay of a delivery in its pause',
      { ...failing, dueAt: at(9_999) },
      replay,
      { ...failing, failedAttempts: 0 },
    ],
    ['a replay of a due delivery', failing, replay, { ...failing, failedAttempts: 0 }],
    ['a replay of a delivery in flight', failing, { ...replay, isLeased: true }, null],
    [
      'a replay of a delivery in its pause while others are sent',
      { ...failing, dueAt: at(1) },
      { ...replay, isLeased: true },
      { ...failing, failedAttempts: 0 },
    ],
  ])('%s', (_case, before, event, after) => {
    expect(changeDelivery(before, event, now)).toEqual(after);
  });

  it.each<[string, WebhookDelivery, boolean]>([
    ['a due delivery', fresh, true],
    ['a delivery in its pause', { ...fresh, dueAt: at(1) }, false],
    ['a decided delivery', ended('Delivered'), false],
  ])('sends %s', (_case, delivery, expected) => {
    expect(isDue(delivery, now)).toBe(expected);
  });

  const minute = 60_000;
  it.each([
    ['429 honours Retry-After', answered(429, 10 * minute), 10 * minute],
    ['503 honours Retry-After', answered(503, 10 * minute), 10 * minute],
    ['500 does not', answered(500, 10 * minute), 5_000],
    ['a shorter Retry-After does not shorten the pause', answered(429, 1_000), 5_000],
    ['no Retry-After', answered(429), 5_000],
  ])('%s', (_case, outcome, pause) => {
    const first = { ...failing, failedAttempts: 0 };
    expect(changeDelivery(first, settle(outcome), now)?.dueAt).toEqual(at(pause));
  });

  it('retries ten times over 75 hours, 35 minutes and 5 seconds, plus at most a fifth of jitter', () => {
    for (const [random, minimum, maximum] of [
      [0, 272_105_000, 272_105_000],
      [0.999_999, 272_105_000 * 1.19, 272_105_000 * 1.2 + 10],
    ] as const) {
      let delivery: WebhookDelivery = fresh;
      let time = now;
      let attempts = 0;
      while (delivery.status === 'Pending') {
        expect([isDue(delivery, time), isDue(delivery, new Date(time.getTime() - 1))]).toEqual([true, false]);
        const next = changeDelivery(delivery, settle(answered(500), random), time);
        if (!next) throw new Error('The attempt does not count');
        delivery = next;
        attempts++;
        if (delivery.status === 'Pending') time = delivery.dueAt;
      }
      expect([attempts, delivery.status]).toEqual([10, 'Failed']);
      const lasted = time.getTime() - now.getTime();
      expect(lasted).toBeGreaterThanOrEqual(minimum);
      expect(lasted).toBeLessThanOrEqual(maximum);
    }
  });
});

describe('property of deliveries', () => {
  type Step =
    | { readonly kind: 'cancel' | 'replay' | 'replayLeased' }
    | { readonly kind: 'answer'; readonly status: number }
    | { readonly kind: 'pass'; readonly seconds: number };
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        status: fc.constantFrom(200, 500, 500, 500, 429, 301),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(1, 400, 90_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('cancel' as const, 'replay' as const, 'replayLeased' as const),
      }),
    },
  );

  it('counts every response once, and is delivered only when a receiver accepted it', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 60, size: 'max' }),
        fc.nat({ max: 9 }),
        (steps, failedAttempts) => {
          let delivery = { ...fresh, failedAttempts };
          let time = now.getTime();
          let isAccepted = false;
          let answers = 0;
          for (const step of steps) {
            const apply = (event: DeliveryEvent) => {
              const next = changeDelivery(delivery, event, new Date(time));
              delivery = next ?? delivery;
              return next !== null;
            };
            if (step.kind === 'pass') time += step.seconds * 1_000;
            else if (step.kind === 'answer') {
              if (!isDue(delivery, new Date(time))) continue;
              expect(apply(settle(answered(step.status)))).toBe(true);
              answers++;
              isAccepted = isSuccess(answered(step.status));
            } else if (step.kind === 'cancel') apply({ type: 'cancel' });
            else if (apply({ type: 'replay', isLeased: step.kind === 'replayLeased' })) isAccepted = false;
            reached.add(delivery.status);

            expect(delivery.attempts).toBe(answers);
            expect(delivery.earlierAttempts).toBeLessThanOrEqual(answers);
            expect(delivery.status === 'Delivered').toBe(isAccepted);
            expect(delivery.decidedAt === null).toBe(delivery.status === 'Pending');
            expect(delivery.failedAttempts).toBeLessThanOrEqual(10);
            if (delivery.status === 'Failed') expect(delivery.failedAttempts).toBe(10);
          }
          // Nothing is lost: an undecided delivery is due after its pause.
          if (delivery.status === 'Pending') {
            expect(isDue(delivery, new Date(time + 2 * 86_400_000))).toBe(true);
          }
        },
      ),
    );
    expect([...reached].sort()).toEqual(['Cancelled', 'Delivered', 'Failed', 'Pending']);
  });
});
