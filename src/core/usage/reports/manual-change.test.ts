import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { type Quantity, quantityToNumber, readQuantity } from '../../values/quantity.ts';
import { correct, release } from './manual-report.ts';
import { submit, type UsageReport } from './report.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const quantity = (amount: number) => readQuantity(amount) as Quantity;

function report(amount: number, rest: Partial<UsageReport> = {}): UsageReport {
  const key = { subscriptionId: 's', dimension: 'd', hour: new Date('2026-11-15T07:00:00.000Z') };
  const submission = { ...key, reportId: 'r', quantity: quantity(amount), holdMinutes: 15 };
  const submitted = submit(null, submission, now);
  if (isRefusal(submitted)) throw new Error(submitted.code);
  return { ...submitted.report, ...rest };
}

const sent = { attempts: 1, leasedUntil: new Date(now.getTime() + 60_000) };
const accepted = { attempts: 1, status: 'Accepted', decidedAt: now } as const;
const old = { hour: new Date('2026-11-14T08:00:00.000Z') };

describe('correct', () => {
  it.each<[string, UsageReport, number, number, string]>([
    ['another quantity', report(5), 7, 5, 'Pending 7'],
    ['none', report(5), 0, 5, 'Skipped 0'],
    ['one that was skipped', report(0), 7, 0, 'Pending 7'],
    ['the same', report(5), 5, 5, 'Pending 5'],
    ['the same, based on another', report(5), 5, 4, 'Pending 5'],
    ['replaced meanwhile', report(6), 7, 5, 'request.precondition_failed'],
    ['taken by a sender', report(5, sent), 7, 5, 'metering.window_already_reported'],
    ['decided', report(5, accepted), 7, 5, 'metering.window_already_reported'],
    ['too old', report(5, old), 7, 5, 'metering.window_too_old'],
  ])('decides for %s', (_, before, to, replaces, expected) => {
    const after = correct(before, { quantity: quantity(to), replaces: quantity(replaces) }, now);
    const result = isRefusal(after) ? after.code : `${after.status} ${quantityToNumber(after.quantity)}`;
    expect(result).toBe(expected);
    if (!isRefusal(after)) expect(after.dueAt).toEqual(before.dueAt);
  });
});

describe('release', () => {
  const due = new Date(now.getTime() - 1);
  it.each<[string, UsageReport, Date | string]>([
    ['a held one is due now', report(5), now],
    ['a due one stays', report(5, { dueAt: due }), due],
    ['a skipped one', report(0), 'usage_report.not_held'],
    ['taken by a sender', report(5, sent), 'usage_report.not_held'],
    ['waits for the next try', report(5, { attempts: 1 }), 'usage_report.not_held'],
    ['decided', report(5, accepted), 'usage_report.not_held'],
    ['too old', report(5, old), 'metering.window_too_old'],
  ])('decides for %s', (_, before, expected) => {
    const after = release(before, now);
    expect(isRefusal(after) ? after.code : after.dueAt).toEqual(expected);
  });
});
