import { expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { type Quantity, quantityToNumber, readQuantity } from '../../values/quantity.ts';
import { leaseReport } from './lease-report.fixture.ts';
import { type KnownReport, reportAsDimension, reportByHand } from './manual-report.ts';
import { submit, type UsageReport, usageLeaseTerms } from './report.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const quantity = (amount: number) => readQuantity(amount) as Quantity;
const submission = (amount: number) => ({
  subscriptionId: 's',
  dimension: 'd',
  hour: new Date('2026-11-15T07:00:00.000Z'),
  reportId: 'r',
  quantity: quantity(amount),
  holdMinutes: 15,
});

function known(rest: Partial<UsageReport> = {}, amount = 5): UsageReport {
  const submitted = submit(null, submission(amount), now);
  if (isRefusal(submitted)) throw new Error(submitted.code);
  return { ...submitted.report, ...rest };
}

const decided = { attempts: 2, decidedAt: now, reason: { code: 'InvalidDimension', detail: '' } };
const rejected = known({ ...decided, status: 'Rejected' });
const stored = (report: UsageReport | null, reportedAs: string | null = null): KnownReport | null =>
  report && { report, reportedAs };
const shown = (result: ReturnType<typeof reportByHand>) => {
  if (isRefusal(result)) return result.code;
  const { isAgain, report } = result;
  const wait = (report.dueAt.getTime() - now.getTime()) / 60_000;
  return `${isAgain ? 'again' : 'recorded'} ${report.status} ${quantityToNumber(report.quantity)} in ${wait}`;
};

it.each<readonly [string, UsageReport | null, number, string]>([
  ['an hour without a report', null, 7, 'recorded Pending 7 in 15'],
  ['none of an hour without a report', null, 0, 'recorded Skipped 0 in 15'],
  ['a rejected hour with the same quantity', rejected, 5, 'again Pending 5 in 0'],
  ['a rejected hour with another quantity', rejected, 7, 'again Pending 7 in 0'],
  ['none of a rejected hour', rejected, 0, 'request.validation_failed'],
  ['an hour on hold', known(), 7, 'metering.window_already_reported'],
  ['an hour on hold, the same', known(), 5, 'metering.window_already_reported'],
  ['a skipped hour', known({}, 0), 7, 'metering.window_already_reported'],
  ['an hour that is being sent', known({ attempts: 1 }), 5, 'metering.window_already_reported'],
  ['an accepted hour', known({ ...decided, status: 'Accepted' }), 7, 'metering.window_already_reported'],
  ['a mismatch', known({ ...decided, status: 'QuantityMismatch' }), 7, 'metering.window_already_reported'],
  ['an expired hour', known({ ...decided, status: 'Expired' }), 7, 'metering.window_already_reported'],
])('decides for %s', (_case, report, amount, expected) => {
  expect(shown(reportByHand(stored(report), submission(amount), now))).toBe(expected);
});

it('a rejected hour that was reported as another dimension is refused', () => {
  const result = reportByHand(stored(rejected, 'other'), submission(5), now);
  expect(result).toMatchObject({
    code: 'metering.window_already_reported',
    detail: 'Its usage was reported as other. Continue with the report of that dimension.',
  });
});

const other = (rest: Partial<UsageReport> = {}) => known({ dimension: 'other', reportId: 'o', ...rest });
const otherRejected = other({ ...decided, status: 'Rejected' });

it.each<readonly [string, KnownReport | null, KnownReport | null, number, string]>([
  ['an hour without a report', stored(rejected), null, 5, 'recorded Pending 5 in 0'],
  ['another quantity', stored(rejected), null, 6, 'request.validation_failed'],
  ['the second time', stored(rejected, 'third'), null, 5, 'metering.window_already_reported'],
  ['a return', stored(rejected), stored(otherRejected, 'd'), 5, 'again Pending 5 in 0'],
  [
    'a rejected hour of its own',
    stored(rejected),
    stored(otherRejected),
    5,
    'metering.window_already_reported',
  ],
  ['an hour on hold', stored(rejected), stored(other()), 5, 'metering.window_already_reported'],
  ['a report that is on its way', stored(known()), null, 5, 'metering.window_already_reported'],
  [
    'an accepted report',
    stored(known({ ...decided, status: 'Accepted' })),
    null,
    5,
    'metering.window_already_reported',
  ],
])('as another dimension decides for %s', (_case, from, to, amount, expected) => {
  if (!from) throw new Error('There is no rejected report');
  const asOther = { ...submission(amount), dimension: 'other', reportId: 'o' };
  expect(shown(reportAsDimension(from, to, asOther, now))).toBe(expected);
});

it('a report that is reported again keeps its id and attempts, and can be leased', () => {
  const result = reportByHand(stored(rejected), submission(7), now);
  if (isRefusal(result)) throw new Error(result.code);
  expect(result.report).toMatchObject({ reportId: 'r', attempts: 2, reason: null, decidedAt: null });
  expect(leaseReport(result.report, usageLeaseTerms(now))).toMatchObject({ attempts: 3 });
});
