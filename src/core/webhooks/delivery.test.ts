import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeDelivery,
  type DeliveryEvent,
  deliveryLease,
  isSuccess,
  retryPauses,
  type TryOutcome,
  type WebhookDelivery,
} from './delivery.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const fresh: WebhookDelivery = {
  status: 'Pending',
  dueAt: now,
  claims: 0,
  claimedUntil: null,
  failedTries: 0,
  decidedAt: null,
};
const held: WebhookDelivery = { ...fresh, claims: 3, claimedUntil: at(10), failedTries: 2 };
const answered = (status: number, retryAfterMilliseconds: number | null = null): TryOutcome => ({
  kind: 'answered',
  status,
  retryAfterMilliseconds,
});
const settle = (outcome: TryOutcome, claim = 3, random = 0): DeliveryEvent => ({
  type: 'settle',
  claim,
  outcome,
  random,
});
const ended = (status: WebhookDelivery['status'], failedTries = 2): WebhookDelivery => ({
  ...held,
  status,
  failedTries,
  claimedUntil: null,
  decidedAt: now,
});

describe('changeDelivery', () => {
  it.each<[string, WebhookDelivery, DeliveryEvent, WebhookDelivery | null]>([
    ['a claim', fresh, { type: 'claim' }, { ...fresh, claims: 1, claimedUntil: at(deliveryLease) }],
    ['a claim before it is due', { ...fresh, dueAt: at(1) }, { type: 'claim' }, null],
    ['a claim of what is held', held, { type: 'claim' }, null],
    [
      'a claim of what was held',
      { ...held, claimedUntil: now },
      { type: 'claim' },
      { ...held, claims: 4, claimedUntil: at(deliveryLease) },
    ],
    ['a claim of what is delivered', ended('Delivered'), { type: 'claim' }, null],
    ['a claim of what has failed', ended('Failed'), { type: 'claim' }, null],
    ['a cancellation', fresh, { type: 'cancel' }, { ...fresh, status: 'Cancelled', decidedAt: now }],
    ['a cancellation of what is held', held, { type: 'cancel' }, null],
    ['a cancellation of what is decided', ended('Failed'), { type: 'cancel' }, null],
    ['200', held, settle(answered(200)), ended('Delivered')],
    ['299', held, settle(answered(299)), ended('Delivered')],
    [
      '300',
      held,
      settle(answered(300)),
      { ...held, claimedUntil: null, failedTries: 3, dueAt: at(retryPauses[2] ?? 0) },
    ],
    [
      'no answer',
      held,
      settle({ kind: 'unanswered' }),
      { ...held, claimedUntil: null, failedTries: 3, dueAt: at(retryPauses[2] ?? 0) },
    ],
    ['an answer to an earlier claim', held, settle(answered(200), 2), null],
    [
      'an answer to a claim that lapsed',
      { ...held, claimedUntil: at(-1) },
      settle(answered(200)),
      ended('Delivered'),
    ],
    ['a second answer', ended('Delivered'), settle(answered(500)), null],
    ['an answer to nobody', { ...held, claimedUntil: null }, settle(answered(200)), null],
    ['a release', held, { type: 'release', claim: 3 }, { ...held, claimedUntil: null }],
    ['a release of an earlier claim', held, { type: 'release', claim: 2 }, null],
    ['a release of what is decided', ended('Delivered'), { type: 'release', claim: 3 }, null],
    ['the tenth failure', { ...held, failedTries: 9 }, settle(answered(500)), ended('Failed', 10)],
    ['a replay of a failure', ended('Failed'), { type: 'replay' }, { ...fresh, claims: 3 }],
    ['a replay of a success', ended('Delivered'), { type: 'replay' }, { ...fresh, claims: 3 }],
    ['a replay of a cancellation', ended('Cancelled'), { type: 'replay' }, { ...fresh, claims: 3 }],
    [
      'a replay of what waits',
      { ...fresh, dueAt: at(9_999), failedTries: 4, claims: 4 },
      { type: 'replay' },
      { ...fresh, claims: 4 },
    ],
    ['a replay of what is on its way', held, { type: 'replay' }, null],
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
    const first = { ...held, failedTries: 0 };
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
        const claimed = changeDelivery(delivery, { type: 'claim' }, time);
        expect(changeDelivery(delivery, { type: 'claim' }, new Date(time.getTime() - 1))).toBeNull();
        if (!claimed) throw new Error('It is due and cannot be claimed');
        const failed = settle(answered(500), claimed.claims, random);
        const next = changeDelivery(claimed, failed, time);
        if (!next) throw new Error('The claim does not stand');
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
    | { readonly kind: 'claim' | 'cancel' | 'replay' }
    | { readonly kind: 'answer'; readonly sender: number; readonly status: number }
    | { readonly kind: 'crash' | 'release'; readonly sender: number }
    | { readonly kind: 'pass'; readonly seconds: number };
  const anySender = fc.nat({ max: 4 });
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
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
          let senders: { claim: number; until: number }[] = [];
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
              if (sender && apply({ type: 'release', claim: sender.claim })) {
                expect(sender.claim).toBe(before.claims);
              }
            } else if (step.kind === 'claim') {
              if (apply({ type: 'claim' })) {
                expect(senders.filter(({ until }) => until > time)).toEqual([]);
                senders.push({ claim: delivery.claims, until: time + deliveryLease });
              }
            } else if (step.kind === 'answer') {
              const sender = senders[step.sender % Math.max(1, senders.length)];
              if (!sender) continue;
              senders = senders.filter((one) => one !== sender);
              const outcome = answered(step.status);
              const counted = apply(settle(outcome, sender.claim));
              if (counted) expect(sender.claim).toBe(before.claims);
              if (counted && isSuccess(outcome)) taken = true;
              expect(apply(settle(outcome, sender.claim))).toBe(false);
            } else if (apply({ type: step.kind }) && step.kind === 'replay') taken = false;
            reached.add(delivery.status);

            expect(delivery.claims).toBeGreaterThanOrEqual(before.claims);
            expect(delivery.status === 'Delivered').toBe(taken);
            expect(delivery.decidedAt === null).toBe(delivery.status === 'Pending');
            expect(delivery.failedTries).toBeLessThanOrEqual(10);
            if (delivery.status === 'Failed') expect(delivery.failedTries).toBe(10);
            if (delivery.status !== 'Pending') expect(delivery.claimedUntil).toBeNull();
          }
          // Nothing is ever lost: what is not decided can be claimed once its lease and its pause have passed.
          if (delivery.status === 'Pending') {
            expect(
              changeDelivery(delivery, { type: 'claim' }, new Date(time + 2 * 86_400_000)),
            ).not.toBeNull();
          }
        },
      ),
      { numRuns: 300 },
    );
    expect([...reached].sort()).toEqual(['Cancelled', 'Delivered', 'Failed', 'Pending']);
  });
});
