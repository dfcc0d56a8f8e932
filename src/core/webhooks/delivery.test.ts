import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeDelivery,
  type DeliveryEvent,
  isSuccess,
  retryPauses,
  type TryOutcome,
  type WebhookDelivery,
} from './delivery.ts';

const leaseLength = 60_000;

const now = new Date('2026-11-15T09:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const fresh: WebhookDelivery = {
  status: 'Pending',
  dueAt: now,
  attempts: 0,
  leasedUntil: null,
  failedTries: 0,
  decidedAt: null,
};
const leased: WebhookDelivery = { ...fresh, attempts: 3, leasedUntil: at(10), failedTries: 2 };
const answered = (status: number, retryAfterMilliseconds: number | null = null): TryOutcome => ({
  kind: 'answered',
  status,
  retryAfterMilliseconds,
});
const settle = (outcome: TryOutcome, attempt = 3, random = 0): DeliveryEvent => ({
  type: 'settle',
  attempt,
  outcome,
  random,
});
const ended = (status: WebhookDelivery['status'], failedTries = 2): WebhookDelivery => ({
  ...leased,
  status,
  failedTries,
  leasedUntil: null,
  decidedAt: now,
});

describe('changeDelivery', () => {
  it.each<[string, WebhookDelivery, DeliveryEvent, WebhookDelivery | null]>([
    ['taking it', fresh, { type: 'take' }, { ...fresh, attempts: 1, leasedUntil: at(leaseLength) }],
    ['taking it before it is due', { ...fresh, dueAt: at(1) }, { type: 'take' }, null],
    ['taking one that is leased', leased, { type: 'take' }, null],
    [
      'taking one whose lease expired',
      { ...leased, leasedUntil: now },
      { type: 'take' },
      { ...leased, attempts: 4, leasedUntil: at(leaseLength) },
    ],
    ['taking one that is delivered', ended('Delivered'), { type: 'take' }, null],
    ['taking one that has failed', ended('Failed'), { type: 'take' }, null],
    ['a cancellation', fresh, { type: 'cancel' }, { ...fresh, status: 'Cancelled', decidedAt: now }],
    ['a cancellation of what is leased', leased, { type: 'cancel' }, null],
    ['a cancellation of what is decided', ended('Failed'), { type: 'cancel' }, null],
    ['200', leased, settle(answered(200)), ended('Delivered')],
    ['299', leased, settle(answered(299)), ended('Delivered')],
    [
      '300',
      leased,
      settle(answered(300)),
      { ...leased, leasedUntil: null, failedTries: 3, dueAt: at(retryPauses[2] ?? 0) },
    ],
    [
      'no answer',
      leased,
      settle({ kind: 'unanswered' }),
      { ...leased, leasedUntil: null, failedTries: 3, dueAt: at(retryPauses[2] ?? 0) },
    ],
    ['an answer to an earlier attempt', leased, settle(answered(200), 2), null],
    [
      'an answer to an attempt whose lease expired',
      { ...leased, leasedUntil: at(-1) },
      settle(answered(200)),
      ended('Delivered'),
    ],
    ['a second answer', ended('Delivered'), settle(answered(500)), null],
    ['an answer to nobody', { ...leased, leasedUntil: null }, settle(answered(200)), null],
    ['a release', leased, { type: 'release', attempt: 3 }, { ...leased, leasedUntil: null }],
    ['a release of an earlier attempt', leased, { type: 'release', attempt: 2 }, null],
    ['a release of what is decided', ended('Delivered'), { type: 'release', attempt: 3 }, null],
    ['the tenth failure', { ...leased, failedTries: 9 }, settle(answered(500)), ended('Failed', 10)],
    ['a replay of a failure', ended('Failed'), { type: 'replay' }, { ...fresh, attempts: 3 }],
    ['a replay of a success', ended('Delivered'), { type: 'replay' }, { ...fresh, attempts: 3 }],
    ['a replay of a cancellation', ended('Cancelled'), { type: 'replay' }, { ...fresh, attempts: 3 }],
    [
      'a replay of what waits',
      { ...fresh, dueAt: at(9_999), failedTries: 4, attempts: 4 },
      { type: 'replay' },
      { ...fresh, attempts: 4 },
    ],
    ['a replay of what is on its way', leased, { type: 'replay' }, null],
  ])('%s', (_case, before, event, after) => {
    expect(changeDelivery(before, event, now)).toEqual(after);
  });

  const minute = 60_000;
  it.each([
    ['429 honours Retry-After', answered(429, 10 * minute), 10 * minute],
    ['503 honours Retry-After', answered(503, 10 * minute), 10 * minute],
    ['500 does not', answered(500, 10 * minute), 5_000],
    ['a shorter one shortens nothing', answered(429, 1_000), 5_000],
    ['none is none', answered(429), 5_000],
  ])('%s', (_case, outcome, pause) => {
    const first = { ...leased, failedTries: 0 };
    expect(changeDelivery(first, settle(outcome), now)?.dueAt).toEqual(at(pause));
  });

  it('tries ten times over 75 hours, 35 minutes and 5 seconds, and by chance a fifth longer at most', () => {
    for (const [random, least, most] of [
      [0, 272_105_000, 272_105_000],
      [0.999_999, 272_105_000 * 1.19, 272_105_000 * 1.2 + 10],
    ] as const) {
      let delivery: WebhookDelivery = fresh;
      let time = now;
      let tries = 0;
      while (delivery.status === 'Pending') {
        const leased = changeDelivery(delivery, { type: 'take' }, time);
        expect(changeDelivery(delivery, { type: 'take' }, new Date(time.getTime() - 1))).toBeNull();
        if (!leased) throw new Error('It is due and cannot be leased');
        const failed = settle(answered(500), leased.attempts, random);
        const next = changeDelivery(leased, failed, time);
        if (!next) throw new Error('The lease does not count');
        delivery = next;
        tries++;
        if (delivery.status === 'Pending') time = delivery.dueAt;
      }
      expect([tries, delivery.status]).toEqual([10, 'Failed']);
      const lasted = time.getTime() - now.getTime();
      expect(lasted).toBeGreaterThanOrEqual(least);
      expect(lasted).toBeLessThanOrEqual(most);
    }
  });
});

describe('whatever senders, receivers, replays and time do', () => {
  type Step =
    | { readonly kind: 'take' | 'cancel' | 'replay' }
    | { readonly kind: 'answer'; readonly sender: number; readonly status: number }
    | { readonly kind: 'crash' | 'release'; readonly sender: number }
    | { readonly kind: 'pass'; readonly seconds: number };
  const anySender = fc.nat({ max: 4 });
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        sender: anySender,
        status: fc.constantFrom(200, 500, 500, 500, 429, 301),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        seconds: fc.constantFrom(1, 61, 400, 90_000),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'replay' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('crash' as const, 'release' as const),
        sender: anySender,
      }),
    },
  );

  it('never has two senders in time, counts every answer once, and is delivered only when a receiver took it', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 60, size: 'max' }),
        fc.nat({ max: 9 }),
        (steps, failedTries) => {
          let delivery = { ...fresh, failedTries };
          let time = now.getTime();
          let senders: { attempt: number; until: number }[] = [];
          let taken = false;
          for (const step of steps) {
            const before = delivery;
            const apply = (event: DeliveryEvent) => {
              const next = changeDelivery(delivery, event, new Date(time));
              delivery = next ?? delivery;
              return next !== null;
            };
            if (step.kind === 'pass') time += step.seconds * 1_000;
            else if (step.kind === 'crash') senders = senders.filter((_, index) => index !== step.sender);
            else if (step.kind === 'release') {
              const [sender] = senders.splice(step.sender, 1);
              if (sender && apply({ type: 'release', attempt: sender.attempt })) {
                expect(sender.attempt).toBe(before.attempts);
              }
            } else if (step.kind === 'take') {
              if (apply({ type: 'take' })) {
                expect(senders.filter(({ until }) => until > time)).toEqual([]);
                senders.push({ attempt: delivery.attempts, until: time + leaseLength });
              }
            } else if (step.kind === 'answer') {
              const sender = senders[step.sender % Math.max(1, senders.length)];
              if (!sender) continue;
              senders = senders.filter((one) => one !== sender);
              const outcome = answered(step.status);
              const counted = apply(settle(outcome, sender.attempt));
              if (counted) expect(sender.attempt).toBe(before.attempts);
              if (counted && isSuccess(outcome)) taken = true;
              expect(apply(settle(outcome, sender.attempt))).toBe(false);
            } else if (apply({ type: step.kind }) && step.kind === 'replay') taken = false;
            reached.add(delivery.status);

            expect(delivery.attempts).toBeGreaterThanOrEqual(before.attempts);
            expect(delivery.status === 'Delivered').toBe(taken);
            expect(delivery.decidedAt === null).toBe(delivery.status === 'Pending');
            expect(delivery.failedTries).toBeLessThanOrEqual(10);
            if (delivery.status === 'Failed') expect(delivery.failedTries).toBe(10);
            if (delivery.status !== 'Pending') expect(delivery.leasedUntil).toBeNull();
          }
          // Nothing is ever lost: what is not decided can be leased once its lease and its pause have passed.
          if (delivery.status === 'Pending') {
            expect(
              changeDelivery(delivery, { type: 'take' }, new Date(time + 2 * 86_400_000)),
            ).not.toBeNull();
          }
        },
      ),
      { numRuns: 300 },
    );
    expect([...reached].sort()).toEqual(['Cancelled', 'Delivered', 'Failed', 'Pending']);
  });
});
