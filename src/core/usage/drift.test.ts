import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedDays, compareUsage, driftChanges, type ReportedDay, usageDayText } from './drift.ts';
import { quantitySumToText } from './events/quantity-sum.ts';
import type { MarketplaceUsage } from './ports.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const today = '2026-11-15';
const units = (count: number) => BigInt(Math.round(count * 1_000_000));

const held = (accepted: number, rest: Partial<ReportedDay> = {}): ReportedDay => ({
  marketplaceSubscriptionId: 'alpha',
  dimension: 'posts',
  day: today,
  accepted: units(accepted),
  isUndecided: false,
  lastDecidedAt: new Date('2026-11-15T08:00:00.000Z'),
  hasMismatch: false,
  ...rest,
});

const row = (quantity: number, rest: Partial<MarketplaceUsage> = {}): MarketplaceUsage => ({
  day: today,
  resourceId: 'alpha',
  planId: 'basic',
  dimension: 'posts',
  submittedQuantity: String(quantity),
  processedQuantity: null,
  reconciliationStatus: 'Submitted',
  ...rest,
});

describe('usage comparison', () => {
  const late = { lastDecidedAt: new Date('2026-11-15T08:00:00.001Z') };
  type Row = [string, ReportedDay[], MarketplaceUsage[], [number, number] | 'agrees' | 'unsettled'];
  it.each<Row>([
    ['the same on both sides', [held(5)], [row(5)], 'agrees'],
    ['more there', [held(5)], [row(7)], [5, 7]],
    ['less there', [held(5)], [row(4.999999)], [5, 4.999999]],
    ['nothing there', [held(5)], [], [5, 0]],
    ['nothing here', [], [row(3)], [0, 3]],
    [
      'nothing here, of a subscription that is not sold here',
      [],
      [row(3, { resourceId: 'other' })],
      'agrees',
    ],
    [
      'a subscription that is not sold here any more, but was reported',
      [held(2, { marketplaceSubscriptionId: 'other' })],
      [row(3, { resourceId: 'OTHER' })],
      [2, 3],
    ],
    ['nothing accepted here and nothing there', [held(0)], [], 'agrees'],
    ['what expired here was written there after all', [held(0)], [row(5)], [0, 5]],
    ['in several plans', [held(5)], [row(2), row(3, { planId: 'premium' })], 'agrees'],
    ['spelt otherwise', [held(5)], [row(5, { resourceId: 'ALPHA' })], 'agrees'],
    ['rejected there later', [held(5)], [row(5, { reconciliationStatus: 'Rejected' })], [5, 0]],
    ['rejected on both sides', [held(0)], [row(5, { reconciliationStatus: 'Rejected' })], 'agrees'],
    ['processed otherwise there', [held(5)], [row(5, { reconciliationStatus: 'Mismatch' })], 'agrees'],
    ['a report is pending', [held(5, { isUndecided: true })], [row(9)], 'unsettled'],
    ['a report was decided within the hour', [held(5, late)], [row(4)], 'unsettled'],
    ['unsettled, though the same', [held(5, late)], [row(5)], 'unsettled'],
    ['a mismatch: more there is known', [held(5, { hasMismatch: true })], [row(9)], 'agrees'],
    ['a mismatch alone', [held(0, { hasMismatch: true })], [row(4)], 'agrees'],
    ['a mismatch, and less there', [held(5, { hasMismatch: true })], [row(4)], [5, 4]],
    ['three days ago', [held(5, { day: '2026-11-12' })], [row(6, { day: '2026-11-12' })], [5, 6]],
    ['four days ago', [held(5, { day: '2026-11-11' })], [row(6, { day: '2026-11-11' })], 'agrees'],
    ['tomorrow', [], [row(6, { day: '2026-11-16' })], 'agrees'],
  ])('decides for %s', (_case, ours, theirs, expected) => {
    const { drifts, unsettled } = compareUsage(ours, theirs, new Set(['alpha']), now);
    expect(unsettled).toHaveLength(expected === 'unsettled' ? 1 : 0);
    expect(drifts.map((drift) => [drift.held, drift.marketplace])).toEqual(
      typeof expected === 'string' ? [] : [expected.map(units)],
    );
  });

  it('covers today and three whole days', () => {
    expect(comparedDays(now)).toEqual({ first: '2026-11-12', last: '2026-11-15' });
    expect(comparedDays(new Date('2026-03-01T00:00:00.000Z'))).toEqual({
      first: '2026-02-26',
      last: '2026-03-01',
    });
  });

  it('finds a drift exactly where the sums differ, once, in any order and for any plans', () => {
    const anyQuantity = fc.integer({ min: 0, max: 10 ** 12 }).map(BigInt);
    const anyDay = fc.record({
      marketplaceSubscriptionId: fc.constantFrom('alpha', 'beta', 'gamma'),
      dimension: fc.constantFrom('posts', 'calls'),
      day: fc.constantFrom('2026-11-12', '2026-11-13', '2026-11-14', today),
      ours: fc.oneof(fc.constant(null), anyQuantity),
      theirs: fc.oneof(fc.constant('equal' as const), fc.array(anyQuantity, { maxLength: 3 })),
    });
    const anyDays = fc.uniqueArray(anyDay, { selector: usageDayText, maxLength: 24 });
    fc.assert(
      fc.property(anyDays, fc.infiniteStream(fc.nat()), (days, chance) => {
        const shuffled = <Item>(items: Item[]) =>
          items
            .map((item) => ({ item, at: chance.next().value ?? 0 }))
            .sort((one, other) => one.at - other.at)
            .map(({ item }) => item);
        const parts = ({ ours, theirs }: (typeof days)[number]) =>
          theirs === 'equal' ? [(ours ?? 0n) / 3n, (ours ?? 0n) - (ours ?? 0n) / 3n] : theirs;
        const sumOf = (quantities: readonly bigint[]) => quantities.reduce((sum, one) => sum + one, 0n);
        const ours = days.flatMap((usage) =>
          usage.ours === null ? [] : [held(0, { ...usage, accepted: usage.ours })],
        );
        const theirs = days.flatMap((usage) =>
          parts(usage).map((quantity, plan) =>
            row(0, {
              resourceId: usage.marketplaceSubscriptionId,
              dimension: usage.dimension,
              day: usage.day,
              planId: `plan-${plan}`,
              submittedQuantity: quantitySumToText(quantity),
            }),
          ),
        );
        const sold = new Set(['alpha', 'beta', 'gamma']);
        const { drifts } = compareUsage(shuffled(ours), shuffled(theirs), sold, now);
        const expected = days
          .map((usage) => ({ usage, ours: usage.ours ?? 0n, theirs: sumOf(parts(usage)) }))
          .filter((one) => one.ours !== one.theirs)
          .map((one) => `${usageDayText(one.usage)}: ${one.ours}, ${one.theirs}`);
        const found = drifts.map((drift) => `${usageDayText(drift)}: ${drift.held}, ${drift.marketplace}`);
        expect(found.sort()).toEqual(expected.sort());
      }),
    );
  });
});

describe('changes of known drifts', () => {
  const alpha = { marketplaceSubscriptionId: 'alpha', dimension: 'posts', day: today };
  const drift = { ...alpha, held: 1n, marketplace: 2n };
  const known = { ...alpha, isResolved: false };
  const changes = (before: (typeof known)[], drifts: (typeof drift)[], unsettled: (typeof alpha)[] = []) => {
    const { seen, appeared, resolved } = driftChanges(before, { drifts, unsettled }, now);
    return [seen.length, appeared.length, resolved.length];
  };

  it.each([
    ['a new one is seen and appears', changes([], [drift]), [1, 1, 0]],
    ['a known one is seen again', changes([known], [drift]), [1, 0, 0]],
    [
      'one that went away and is back is no news',
      changes([{ ...known, isResolved: true }], [drift]),
      [1, 0, 0],
    ],
    ['one that is gone is resolved', changes([known], []), [0, 0, 1]],
    ['one that was resolved stays so', changes([{ ...known, isResolved: true }], []), [0, 0, 0]],
    ['one of an unsettled day stays', changes([known], [], [alpha]), [0, 0, 0]],
    ['one of a day that is past comparing stays', changes([{ ...known, day: '2026-11-11' }], []), [0, 0, 0]],
  ])('are computed for %s', (_case, found, expected) => {
    expect(found).toEqual(expected);
  });
});
