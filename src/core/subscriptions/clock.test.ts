import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyInstant,
  anyLife,
  daysAfter,
  start as now,
  subscription,
} from '../../../tests/support/worlds/subscriptions.ts';
import { isRefusal } from '../refusal.ts';
import {
  dueMove,
  type EndReason,
  endByTime,
  nextChangeAt,
  overdueAt,
  statusAt,
  subscriptionAt,
  trialEndingAt,
} from './clock.ts';
import type { Subscription } from './subscription.ts';
import { transition } from './transition.ts';

const end = daysAfter(10);
const selfRenewing = { source: 'Marketplace', renewsItself: true } as const;
const suspended = { status: 'Suspended', suspendedAt: daysAfter(-20) } as const;
const scheduled = { cancelledAt: daysAfter(-1) } as const;

describe('endByTime', () => {
  it.each<[string, Partial<Subscription>, Date | null, string | null, EndReason | null]>([
    ['open-ended', {}, null, null, null],
    ['a term', { validUntil: end }, end, 'Expired', 'TermEnded'],
    ['a reseller’s term', { source: 'Reseller', validUntil: end }, end, 'Expired', 'TermEnded'],
    ['a term, cancelled', { validUntil: end, ...scheduled }, end, 'Cancelled', 'CancellationDue'],
    ['a trial', { isTrial: true, trialEndsAt: end }, end, 'Expired', 'TrialEnded'],
    [
      'a trial within a term',
      { isTrial: true, trialEndsAt: daysAfter(3), validUntil: end },
      daysAfter(3),
      'Expired',
      'TrialEnded',
    ],
    [
      'a cancelled trial that ends before its term',
      { isTrial: true, trialEndsAt: daysAfter(3), validUntil: end, ...scheduled },
      daysAfter(3),
      'Expired',
      'TrialEnded',
    ],
    [
      'a cancelled trial that ends with its term',
      { isTrial: true, trialEndsAt: end, validUntil: end, ...scheduled },
      end,
      'Cancelled',
      'CancellationDue',
    ],
    ['suspended', suspended, end, 'Cancelled', 'SuspendedTooLong'],
    [
      'suspended, the term over before',
      { ...suspended, validUntil: daysAfter(3) },
      end,
      'Cancelled',
      'SuspendedTooLong',
    ],
    [
      'suspended, the trial over before',
      { ...suspended, isTrial: true, trialEndsAt: now },
      end,
      'Cancelled',
      'SuspendedTooLong',
    ],
    [
      'suspended, to be cancelled before',
      { ...suspended, ...scheduled, validUntil: daysAfter(3) },
      daysAfter(3),
      'Cancelled',
      'CancellationDue',
    ],
    [
      'suspended, to be cancelled after',
      { ...suspended, ...scheduled, validUntil: daysAfter(30) },
      end,
      'Cancelled',
      'SuspendedTooLong',
    ],
    ['pending', { status: 'Pending', validUntil: end }, null, null, null],
    ['cancelled already', { status: 'Cancelled', validUntil: end, ...scheduled }, null, null, null],
    ['expired already', { status: 'Expired', validUntil: end }, null, null, null],
    ['on the marketplace, renewing by itself', { ...selfRenewing, validUntil: end }, null, null, null],
    ['a trial that renews by itself', { ...selfRenewing, isTrial: true, trialEndsAt: end }, null, null, null],
    ['suspended, would renew by itself', { ...selfRenewing, ...suspended }, null, null, null],
    [
      'on the marketplace, not renewing',
      { source: 'Marketplace', validUntil: end },
      end,
      'Expired',
      'TermEnded',
    ],
    [
      'on the marketplace, not renewing, suspended',
      { source: 'Marketplace', ...suspended },
      end,
      'Cancelled',
      'SuspendedTooLong',
    ],
  ])('is computed for %s', (_case, rest, at, status, reason) => {
    const stored = subscription(rest);
    expect(endByTime(stored)).toEqual(at && { at, status, reason });
    if (at === null) return;
    expect(statusAt(stored, new Date(at.getTime() - 1))).toBe(stored.status);
    expect(statusAt(stored, at)).toBe(status);
    expect(statusAt(stored, new Date(at.getTime() + 1))).toBe(status);
    expect(subscriptionAt(stored, daysAfter(300))).toMatchObject({ endedAt: at, changedAt: at });
  });
});

describe('subscriptionAt', () => {
  it('keeps the time of a requested cancellation, and otherwise uses the end', () => {
    const asked = subscription({ validUntil: end, ...scheduled });
    expect(subscriptionAt(asked, end)).toMatchObject({ cancelledAt: daysAfter(-1), endedAt: end });
    expect(subscriptionAt(subscription(suspended), end)).toMatchObject({
      cancelledAt: end,
      endedAt: end,
      suspendedAt: daysAfter(-20),
    });
  });
});

describe('dueMove', () => {
  it.each<[string, Partial<Subscription>, string | null]>([
    ['nothing is due', {}, null],
    ['a term over now', { validUntil: now }, 'expire TermEnded'],
    ['a term over in a millisecond', { validUntil: new Date(now.getTime() + 1) }, null],
    ['a cancellation due now', { validUntil: now, ...scheduled }, 'cancelNow CancellationDue'],
    ['a trial over now', { isTrial: true, trialEndsAt: now }, 'expire TrialEnded'],
    ['30 days suspended', { ...suspended, suspendedAt: daysAfter(-30) }, 'cancelNow SuspendedTooLong'],
    ['overdue, renewing by itself', { ...selfRenewing, validUntil: daysAfter(-9) }, null],
  ])('is decided for %s', (_case, rest, expected) => {
    const due = dueMove(subscription(rest), now);
    expect(due && `${due.move.type} ${due.reason}`).toBe(expected);
    if (due) expect(due.at).toEqual(now);
  });
});

it.each<[string, Partial<Subscription>, Date | null]>([
  ['no trial', { validUntil: end }, null],
  ['a trial', { isTrial: true, trialEndsAt: end }, daysAfter(7)],
  ['a trial that renews by itself', { ...selfRenewing, isTrial: true, trialEndsAt: end }, daysAfter(7)],
  ['a trial not yet begun', { status: 'Pending', isTrial: true, trialEndsAt: end }, null],
  ['a suspended trial', { ...suspended, isTrial: true, trialEndsAt: end }, null],
])('trialEndingAt is computed for %s', (_case, rest, expected) => {
  expect(trialEndingAt(subscription(rest))).toEqual(expected);
});

it.each<[string, Partial<Subscription>, Date | null]>([
  ['ended by the clock', { validUntil: end }, null],
  ['renewing by itself', { ...selfRenewing, validUntil: end }, daysAfter(13)],
  [
    'a trial within its term',
    { ...selfRenewing, isTrial: true, trialEndsAt: now, validUntil: end },
    daysAfter(3),
  ],
  ['of no known term', selfRenewing, null],
  ['suspended', { ...selfRenewing, ...suspended, validUntil: now }, daysAfter(13)],
  ['pending', { ...selfRenewing, status: 'Pending', validUntil: end }, null],
  ['cancelled', { ...selfRenewing, status: 'Cancelled', validUntil: end }, null],
])('overdueAt is computed for %s', (_case, rest, expected) => {
  expect(overdueAt(subscription(rest))).toEqual(expected);
});

describe('properties', () => {
  const sweep = (stored: Subscription, at: Date): Subscription => {
    const due = dueMove(stored, at);
    if (due === null) return stored;
    const result = transition(stored, due.move, at);
    if (isRefusal(result)) throw new Error(result.detail);
    expect(result.events).toHaveLength(1);
    expect(result.events[0]?.occurredAt).toEqual(due.at);
    return result.subscription;
  };
  const anyStored = anyLife.map(({ stored }) => stored);

  it('a sweep at any time changes no later answer', () => {
    fc.assert(
      fc.property(anyStored, anyInstant, anyInstant, (stored, one, other) => {
        const [swept, asked] = one <= other ? [one, other] : [other, one];
        expect(subscriptionAt(sweep(stored, swept), asked)).toEqual(subscriptionAt(stored, asked));
      }),
    );
  });

  it('the status stored by a sweep equals the computed status before it', () => {
    fc.assert(
      fc.property(anyStored, anyInstant, (stored, at) => {
        const swept = sweep(stored, at);
        expect(swept).toEqual(subscriptionAt(stored, at));
        expect(swept.status).toBe(statusAt(stored, at));
        expect(dueMove(swept, at)).toBeNull();
      }),
    );
  });

  it('the status stays the same until nextChangeAt, and changes then', () => {
    fc.assert(
      fc.property(anyStored, anyInstant, anyInstant, (stored, one, other) => {
        const [at, asked] = one <= other ? [one, other] : [other, one];
        const next = nextChangeAt(stored, at);
        if (next === null || asked < next) {
          expect(subscriptionAt(stored, asked)).toEqual(subscriptionAt(stored, at));
        } else {
          expect(statusAt(stored, new Date(next.getTime() - 1))).toBe(statusAt(stored, at));
          expect(statusAt(stored, next)).not.toBe(statusAt(stored, at));
        }
      }),
    );
  });

  it('time ends nothing before the last move, and nothing that the marketplace renews', () => {
    fc.assert(
      fc.property(anyStored, (stored) => {
        const found = endByTime(stored);
        if (found) expect(found.at > stored.changedAt).toBe(true);
        if (stored.source === 'Marketplace' && stored.renewsItself) expect(found).toBeNull();
      }),
    );
  });
});
