import { describe, expect, it } from 'vitest';
import { isLeased } from '../../lease.ts';
import { isRefusal } from '../../refusal.ts';
import type { Quantity } from '../../values/quantity.ts';
import { leaseReport } from './lease-report.fixture.ts';
import {
  expire,
  hasten,
  isReplaceable,
  mayBeLeased,
  type SendOutcome,
  type Submission,
  settle,
  submit,
  type UsageReport,
  usageLeaseTerms,
} from './report.ts';

const hour = new Date('2026-11-15T09:00:00.000Z');
const after = (minutes: number, milliseconds = 0) =>
  new Date(hour.getTime() + minutes * 60_000 + milliseconds);
const day = 24 * 60;
const now = after(70);
const units = (count: number) => (count * 1_000_000) as Quantity;

const submission = (count: number): Submission => ({
  reportId: 'new',
  subscriptionId: 'subscription',
  dimension: 'calls',
  hour,
  quantity: units(count),
  holdMinutes: 15,
});

/** By default five units, first recorded when the hour had ended, leased for 15 minutes. */
const report = (rest: Partial<UsageReport> = {}): UsageReport => ({
  reportId: 'report',
  subscriptionId: 'subscription',
  dimension: 'calls',
  hour,
  quantity: units(5),
  status: 'Pending',
  firstRecordedAt: after(60),
  dueAt: after(75),
  attempts: 0,
  leasedUntil: null,
  reason: null,
  decidedAt: null,
  ...rest,
});

const skipped = report({ quantity: units(0), status: 'Skipped' });
const leased = report({ attempts: 1, leasedUntil: after(80) });
const waiting = report({ attempts: 2, dueAt: after(90), reason: { code: 'Error', detail: 'Try later.' } });
const decided = (status: UsageReport['status']) => report({ status, attempts: 1, decidedAt: after(76) });

describe('submit', () => {
  it('records the first quantity of an hour', () => {
    expect(submit(null, submission(5), now)).toEqual({
      outcome: 'Recorded',
      report: report({ reportId: 'new', firstRecordedAt: now, dueAt: after(85) }),
    });
  });

  const states: [string, UsageReport | null, Record<0 | 5 | 7, string>][] = [
    ['nothing yet', null, { 0: 'Recorded Skipped', 5: 'Recorded Pending', 7: 'Recorded Pending' }],
    ['unsent', report(), { 0: 'Replaced Skipped', 5: 'Unchanged Pending', 7: 'Replaced Pending' }],
    ['skipped', skipped, { 0: 'Unchanged Skipped', 5: 'Replaced Pending', 7: 'Replaced Pending' }],
    ['leased', leased, { 0: 'Refused', 5: 'Unchanged Pending', 7: 'Refused' }],
    [
      'leased, expired',
      { ...leased, leasedUntil: after(69) },
      { 0: 'Refused', 5: 'Unchanged Pending', 7: 'Refused' },
    ],
    ['to be tried again', waiting, { 0: 'Refused', 5: 'Unchanged Pending', 7: 'Refused' }],
    ['accepted', decided('Accepted'), { 0: 'Refused', 5: 'Unchanged Accepted', 7: 'Refused' }],
    [
      'mismatched',
      decided('QuantityMismatch'),
      { 0: 'Refused', 5: 'Unchanged QuantityMismatch', 7: 'Refused' },
    ],
    ['rejected', decided('Rejected'), { 0: 'Refused', 5: 'Unchanged Rejected', 7: 'Refused' }],
    ['expired', decided('Expired'), { 0: 'Refused', 5: 'Unchanged Expired', 7: 'Refused' }],
    [
      'expired, never sent',
      { ...decided('Expired'), attempts: 0 },
      { 0: 'Refused', 5: 'Unchanged Expired', 7: 'Refused' },
    ],
  ];
  const cases = states.flatMap(([name, known, row]) =>
    ([0, 5, 7] as const).map((count) => [name, count, known, row[count]] as const),
  );

  it.each(cases)('%s, then %i', (_name, count, known, expected) => {
    const result = submit(known, submission(count), now);
    if (isRefusal(result)) {
      expect(expected).toBe('Refused');
      expect(known && isReplaceable(known)).toBe(false);
      expect(result).toMatchObject({
        code: 'metering.window_already_reported',
        args: { reportId: 'report', reportedQuantity: 5 },
      });
      return;
    }
    expect(`${result.outcome} ${result.report.status}`).toBe(expected);
    expect(result.report.quantity).toBe(units(count));
    if (result.outcome === 'Unchanged') expect(result.report).toBe(known);
    if (known && result.outcome === 'Replaced') {
      // Only these two change: the hold still counts from the first record of the hour.
      expect({ ...result.report, quantity: known.quantity, status: known.status }).toEqual(known);
    }
  });
});

describe('a lease', () => {
  const due = after(75);
  it.each<[string, UsageReport, Date, boolean]>([
    ['due', report(), due, true],
    ['a millisecond early', report(), after(75, -1), false],
    ['leased by another', leased, due, false],
    ['leased until this instant', leased, after(80), true],
    ['the pause not over', waiting, after(90, -1), false],
    ['the pause over', waiting, after(90), true],
    ['24 hours after the start', report(), after(day), true],
    ['a millisecond later', report(), after(day, 1), false],
    ['skipped', skipped, after(day), false],
    ['accepted', decided('Accepted'), due, false],
    ['mismatched', decided('QuantityMismatch'), due, false],
    ['rejected', decided('Rejected'), due, false],
    ['expired', decided('Expired'), due, false],
  ])('%s', (_case, stored, at, isTaken) => {
    const leased = leaseReport(stored, usageLeaseTerms(at));
    expect(leased).toEqual(
      isTaken
        ? { ...stored, attempts: stored.attempts + 1, leasedUntil: usageLeaseTerms(at).leasedUntil }
        : null,
    );
    if (leased) expect(isReplaceable(leased)).toBe(false);
  });

  it('lasts until it expires', () => {
    expect([isLeased(report(), now), isLeased(leased, after(80, -1)), isLeased(leased, after(80))]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('a report that changes', () => {
  it.each<[string, UsageReport, Date, boolean]>([
    ['is due', report(), after(75), true],
    ['is due by the clock of another node', report(), after(71), true],
    ['is due by no clock that is trusted', report(), after(71, -1), false],
    ['is to be tried again', waiting, after(86), true],
    ['is skipped', skipped, after(75), false],
    ['is accepted', decided('Accepted'), after(75), false],
  ])('may be leased: %s', (_name, stored, at, expected) => {
    expect(mayBeLeased(stored, at)).toBe(expected);
  });
});

describe('settle', () => {
  const reason = { code: 'X', detail: 'Because.' };
  const accepted: SendOutcome = { kind: 'accepted' };
  const duplicate = (acceptedQuantity: number | 'another' | null): SendOutcome => ({
    kind: 'duplicate',
    acceptedQuantity,
  });
  const expired: SendOutcome = { kind: 'expired', reason };
  const rejected: SendOutcome = { kind: 'rejected', reason };
  const undecided = (retryAfterMilliseconds: number | null = null): SendOutcome => ({
    kind: 'undecided',
    reason,
    retryAfterMilliseconds,
  });
  const late = after(day + 1);
  const holds = (what: string) => `The marketplace already has ${what} for the hour.`;

  it.each<[string, SendOutcome, Date, string, string | null]>([
    ['accepted', accepted, now, 'Accepted', null],
    ['accepted after all', accepted, late, 'Accepted', null],
    ['duplicate of the same', duplicate(5), now, 'Accepted', null],
    ['duplicate of another', duplicate(6), now, 'QuantityMismatch', holds('6')],
    ['duplicate of nearly the same', duplicate(5.000001), now, 'QuantityMismatch', holds('5.000001')],
    ['duplicate finer than ours', duplicate(5.0000001), now, 'QuantityMismatch', holds('5.0000001')],
    ['duplicate of what we could not hold', duplicate(-5), now, 'QuantityMismatch', holds('-5')],
    ['duplicate of some other', duplicate('another'), now, 'QuantityMismatch', holds('another quantity')],
    ['duplicate of nobody knows what', duplicate(null), now, 'Pending', holds('an unnamed quantity')],
    ['that, too late', duplicate(null), late, 'Pending', holds('an unnamed quantity')],
    ['duplicate of the same, too late', duplicate(5), late, 'Accepted', null],
    ['rejected', rejected, now, 'Rejected', 'Because.'],
    ['rejected, too late', rejected, late, 'Rejected', 'Because.'],
    [
      'expired, which it is not',
      expired,
      after(day, -1),
      'Pending',
      "By this service's clock the hour has not expired. Because.",
    ],
    ['expired at the very instant', expired, after(day), 'Expired', 'Because.'],
    ['expired indeed', expired, late, 'Expired', 'Because.'],
    ['undecided', undecided(), now, 'Pending', 'Because.'],
    ['undecided at the last instant', undecided(), after(day), 'Pending', 'Because.'],
    ['undecided, too late', undecided(), after(day, 1), 'Pending', 'Because.'],
  ])('%s', (_case, outcome, at, status, detail) => {
    const settled = settle(leased, 1, outcome, at, 0);
    expect([settled?.status, settled?.reason?.detail ?? null]).toEqual([status, detail]);
    expect(settled).toMatchObject({ quantity: leased.quantity, attempts: 1, leasedUntil: null });
    expect(settled?.decidedAt).toEqual(status === 'Pending' ? null : at);
  });

  it.each<[string, number, number, number | null, number]>([
    ['the first pause', 1, 0, null, 2_500],
    ['with chance', 1, 0.5, null, 3_750],
    ['the third', 3, 0, null, 10_000],
    ['the hundredth', 100, 0, null, 150_000],
    ['as long as asked', 1, 0, 30_000, 30_000],
  ])('retries: %s', (_case, attempts, random, retryAfter, milliseconds) => {
    const settled = settle({ ...leased, attempts }, attempts, undecided(retryAfter), now, random);
    expect(settled?.dueAt).toEqual(new Date(now.getTime() + milliseconds));
  });

  it.each<[string, UsageReport, number, boolean]>([
    ['the latest attempt', leased, 1, true],
    ['the latest, lapsed but not taken over', { ...leased, leasedUntil: after(69) }, 1, true],
    ['taken over by another', { ...leased, attempts: 2 }, 1, false],
    ['an attempt that never was', leased, 2, false],
    ['settled before', waiting, 2, false],
    ['never leased', report(), 0, false],
    ['skipped', skipped, 0, false],
    ['decided before', decided('Accepted'), 1, false],
    ['ended by the clock before', decided('Expired'), 1, false],
  ])('%s', (_case, stored, attempt, counts) => {
    expect(settle(stored, attempt, accepted, now, 0)?.status ?? null).toBe(counts ? 'Accepted' : null);
  });
});

describe('a report of whole units', () => {
  const leased = report({
    attempts: 1,
    leasedUntil: after(80),
    quantity: 5_500_000 as Quantity,
    sentQuantity: units(5),
    kind: 'Aws',
  });
  it.each<[outcome: SendOutcome, status: string, reason: string | undefined]>([
    [{ kind: 'carried' }, 'Accepted', 'Carried'],
    [{ kind: 'duplicate', acceptedQuantity: 5 }, 'Accepted', undefined],
    [{ kind: 'duplicate', acceptedQuantity: 5.5 }, 'QuantityMismatch', 'Duplicate'],
    [{ kind: 'duplicate', acceptedQuantity: 'another' }, 'QuantityMismatch', 'Duplicate'],
  ])('%j: %s', (outcome, status, reason) => {
    const settled = settle(leased, 1, outcome, now, 0);
    expect([settled?.status, settled?.reason?.code]).toEqual([status, reason]);
  });

  it('expires by the rule of its marketplace', () => {
    const last = report({ hour: new Date('2026-11-30T23:00:00Z'), kind: 'Aws' });
    expect(expire(last, new Date('2026-12-01T05:59:59.999Z'))).toBeNull();
    expect(expire(last, new Date('2026-12-01T06:00:00Z'))?.status).toBe('Expired');
  });
});

it.each([
  ['held', {}, true],
  ['due', { dueAt: now }, false],
  ['frozen', { attempts: 1 }, false],
  ['decided', { status: 'Accepted' }, false],
] as const)('the hold of a %s report ends at once: %s', (_case, rest, isHastened) => {
  expect(hasten(report(rest), now)).toEqual(isHastened ? report({ dueAt: now }) : null);
});

describe('expire', () => {
  const late = after(day, 1);
  it.each<[string, UsageReport, Date, string | null]>([
    ['never sent', report(), late, 'NeverSent'],
    ['not yet', report(), after(day), null],
    ['sent without a response', { ...leased, leasedUntil: after(day) }, late, 'NoAnswer'],
    ['a sender still holds it', { ...leased, leasedUntil: after(day, 2) }, late, null],
    ['the last try decided nothing', waiting, late, 'Error'],
    ['skipped', skipped, late, null],
    ['accepted', decided('Accepted'), late, null],
    ['rejected', decided('Rejected'), late, null],
    ['expired before', decided('Expired'), late, null],
  ])('%s', (_case, stored, at, code) => {
    const ended = expire(stored, at);
    expect(ended?.reason?.code ?? null).toBe(code);
    if (ended) expect(ended).toMatchObject({ status: 'Expired', leasedUntil: null, decidedAt: at });
  });
});
