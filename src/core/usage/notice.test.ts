import { describe, expect, it } from 'vitest';
import type { Quantity } from '../values/quantity.ts';
import { noticeDeadline, noticeTexts } from '../workspaces/notice-texts.ts';
import {
  closingKeys,
  needsCorrection,
  needsWarning,
  noticeOfEnd,
  noticeOfExpiring,
  noticeOfLostSoon,
} from './notice.ts';
import { type UsageReport, usageStatuses } from './reports/report.ts';

const hour = new Date('2026-11-15T09:00:00.000Z');
const after = (hours: number, minutes = 0) => new Date(hour.getTime() + (hours * 60 + minutes) * 60_000);

const report = (changes: Partial<UsageReport> = {}): UsageReport => ({
  reportId: 'r1',
  subscriptionId: 's1',
  dimension: 'rows-moved',
  hour,
  quantity: 12_500_000 as Quantity,
  status: 'Pending',
  firstRecordedAt: after(1),
  dueAt: after(1, 15),
  attempts: 0,
  leasedUntil: null,
  reason: null,
  decidedAt: null,
  ...changes,
});
const known = (changes: Partial<UsageReport> = {}) => ({
  report: report(changes),
  marketplaceSubscriptionId: 'm1',
  customer: 'Contoso',
  product: 'aqueduct',
  productName: 'Aqueduct',
  mapping: { mappingId: 'p1', dimensionName: 'Rows moved' },
});

describe('noticeOfEnd', () => {
  it.each([
    ['Pending', null],
    ['Accepted', null],
    ['Skipped', null],
    ['Rejected', 'UsageRejected'],
    ['Expired', 'UsageExpired'],
    ['QuantityMismatch', 'UsageQuantityMismatch'],
  ] as const)('%s: %s', (status, kind) => {
    expect(noticeOfEnd(known({ status }))?.kind ?? null).toBe(kind);
    expect(usageStatuses).toContain(status);
  });

  it('is another notice for each rejection of a report, and is closed by its key', () => {
    const rejected = (attempts: number) => noticeOfEnd(known({ status: 'Rejected', attempts }))?.key;
    expect([rejected(1), rejected(3)]).toEqual(['r1 1', 'r1 3']);
    expect(noticeOfEnd(known({ status: 'Expired', attempts: 3 }))?.key).toBe('r1');
    expect(closingKeys(report({ status: 'Rejected', attempts: 3 }))).toEqual([
      { kind: 'UsageRejected', key: 'r1 3' },
      { kind: 'UsageRejectedExpiring', key: 'r1 3' },
    ]);
    expect(noticeOfLostSoon(known({ status: 'Rejected', attempts: 3 })).key).toBe('r1 3');
  });

  it('has every fact that its text needs', () => {
    const reason = { code: 'InvalidDimension', detail: 'No such dimension.' };
    const ended = noticeOfEnd(known({ status: 'Rejected', reason }));
    expect(ended && noticeTexts(ended)).toMatchObject({
      headline: 'Contoso: 12.5 of Rows moved rejected',
      text: 'Aqueduct, hour from 2026-11-15 09:00 UTC. No such dimension. (InvalidDimension)',
    });
    expect(ended && noticeDeadline(ended)).toEqual({ words: 'Report again until', at: after(24) });
    const expiring = noticeOfExpiring(known());
    expect(noticeTexts(expiring).text).toMatch(/UTC\. It has not been sent\.$/);
    expect(noticeDeadline(expiring)?.at).toEqual(after(24));
  });
});

describe('needsWarning', () => {
  const failed = { reason: { code: 'Undecided', detail: 'The marketplace is unreachable.' } };
  it.each([
    ['failed, a moment before the two hours', failed, after(21, 59), false],
    ['failed, at the two hours', failed, after(22), true],
    ['failed, at the last instant', failed, after(24), true],
    ['failed, too late: it expires instead', failed, after(24, 1), false],
    ['never tried, long due', {}, after(22), true],
    ['never tried, due for less than five minutes', { dueAt: after(22) }, after(22, 4), false],
    ['never tried, due for five minutes', { dueAt: after(22) }, after(22, 5), true],
    ['recorded late, and due at once', { firstRecordedAt: after(22, 58) }, after(23), false],
    ['recorded late, and still there', { firstRecordedAt: after(22, 58) }, after(23, 3), true],
    ['not due yet', { dueAt: after(23) }, after(22), false],
    ['resting between tries', { ...failed, dueAt: after(23) }, after(22, 59), true],
    ['accepted', { status: 'Accepted' as const }, after(23), false],
    ['skipped', { status: 'Skipped' as const }, after(23), false],
  ])('decides for %s', (_case, changes, now, expected) => {
    expect(needsWarning(report(changes), now)).toBe(expected);
  });
});

describe('needsCorrection', () => {
  const rejected = { status: 'Rejected' as const, decidedAt: after(2) };
  it.each([
    ['rejected, a moment before the two hours', rejected, after(21, 59), false],
    ['rejected, at the two hours', rejected, after(22), true],
    ['rejected, at the last instant', rejected, after(24), true],
    ['rejected, too late', rejected, after(24, 1), false],
    [
      'rejected within the two hours: its own notice is recent',
      { ...rejected, decidedAt: after(22) },
      after(23),
      false,
    ],
    ['waiting', {}, after(23), false],
    ['accepted', { ...rejected, status: 'Accepted' as const }, after(23), false],
  ])('decides for %s', (_case, changes, now, expected) => {
    expect(needsCorrection(report(changes), now)).toBe(expected);
  });
});
