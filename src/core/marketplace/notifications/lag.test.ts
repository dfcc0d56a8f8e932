import { describe, expect, it } from 'vitest';
import type { MarketplaceStatus } from '../fulfilment-service.ts';
import { type ExpectedChange, nothingExpected } from './action-effect.ts';
import { type ConfirmedChange, isBehind, showsExpected, stepAfterReading } from './lag.ts';

const start = new Date('2026-11-15T09:00:00.000Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const minute = 60_000;

const snapshot = (rest: Partial<Parameters<typeof showsExpected>[0]> = {}) => ({
  planId: 'basic',
  quantity: 5,
  status: 'Subscribed' as MarketplaceStatus,
  term: { startsAt: null, endsAt: start, unit: 'P1M' },
  ...rest,
});
const expected = (rest: Partial<ExpectedChange>): ExpectedChange => ({ ...nothingExpected, ...rest });

describe('whether a read shows the expected change', () => {
  it.each<[string, Partial<ExpectedChange>, Parameters<typeof snapshot>[0], boolean]>([
    ['nothing expected', {}, {}, true],
    ['the old plan', { planId: 'gold' }, {}, false],
    ['the new plan', { planId: 'gold' }, { planId: 'gold' }, true],
    ['the old quantity', { quantity: 8 }, {}, false],
    ['no quantity', { quantity: 8 }, { quantity: null }, false],
    ['the new quantity', { quantity: 8 }, { quantity: 8 }, true],
    ['the old status', { status: 'Suspended' }, {}, false],
    ['the new status', { status: 'Suspended' }, { status: 'Suspended' }, true],
    ['an unknown status', { status: 'Suspended' }, { status: 'Unknown' }, false],
    ['one of two expected changes', { status: 'Subscribed', planId: 'gold' }, {}, false],
    ['the old term', { termEndsAfter: start }, {}, false],
    [
      'the new term',
      { termEndsAfter: start },
      { term: { startsAt: null, endsAt: after(1), unit: null } },
      true,
    ],
    ['no term', { termEndsAfter: start }, { term: { startsAt: null, endsAt: null, unit: null } }, true],
    [
      'an ended subscription, whatever is expected',
      { status: 'Suspended', planId: 'gold' },
      { status: 'Unsubscribed' },
      true,
    ],
  ])('is decided for %s', (_, change, read, isShown) => {
    expect(showsExpected(snapshot(read), expected(change))).toBe(isShown);
  });
});

describe('whether a read lags', () => {
  const change = (operated: number, confirmed: number, rest: Partial<ExpectedChange>): ConfirmedChange => ({
    expected: expected(rest),
    operationAt: after(operated),
    confirmedAt: after(confirmed),
  });
  it.each<[string, readonly ConfirmedChange[], boolean]>([
    ['no change', [], false],
    ['a recent change that it does not show', [change(0, 1, { quantity: 8 })], true],
    ['a change that has lagged for the maximum time', [change(-9, -5, { quantity: 8 })], false],
    ['a change and its reversal', [change(0, 1, { quantity: 8 }), change(2, 3, { quantity: 5 })], false],
    [
      'a change and its reversal, notified in reverse order',
      [change(2, 1, { quantity: 5 }), change(0, 3, { quantity: 8 })],
      false,
    ],
    [
      'two different changes at the same time',
      [change(0, 1, { quantity: 8 }), change(0, 2, { quantity: 9 })],
      false,
    ],
    [
      'the same change twice at the same time',
      [change(0, 1, { quantity: 8 }), change(0, 2, { quantity: 8 })],
      true,
    ],
    ['an old change notified late', [change(2, -5, { quantity: 5 }), change(0, 3, { quantity: 8 })], false],
    [
      'a later change of another fact',
      [change(0, 1, { quantity: 8 }), change(2, 3, { planId: 'basic' })],
      true,
    ],
    [
      'a suspension and a reinstatement',
      [change(0, 1, { status: 'Suspended' }), change(2, 3, { status: 'Subscribed' })],
      false,
    ],
    ['a suspension', [change(0, 1, { status: 'Suspended' })], true],
  ])('is decided for %s', (_, changes, isOld) => {
    expect(isBehind(snapshot(), changes, start)).toBe(isOld);
    expect(isBehind(snapshot({ status: 'Unsubscribed' }), changes, start)).toBe(false);
  });
});

describe('the next read after a lagging read', () => {
  const step = (waited: number, rest: { isShown?: boolean; followedAt?: Date } = {}) =>
    stepAfterReading({ isShown: false, followedAt: null, ...rest, confirmedAt: start }, after(waited));

  it.each([
    [0, 500],
    [500, 1_000],
    [1_000, 2_000],
    [8_000, 16_000],
    [32_000, 62_000],
    [100_000, 120_000],
    [119_999, 120_000],
  ])('%i milliseconds after the change is at %i', (waited, next) => {
    expect(step(waited)).toEqual({ step: 'readAgain', at: after(next) });
  });

  it.each([2 * minute, 90 * minute])(
    '%i milliseconds after the change is followed by another comparison',
    (waited) => {
      expect(step(waited)).toEqual({ step: 'compareAgain', at: after(waited + 10 * minute) });
    },
  );

  it('is not needed once the change is shown or compared twice', () => {
    expect(step(0, { isShown: true })).toEqual({ step: 'end' });
    expect(step(12 * minute, { followedAt: after(2 * minute) })).toEqual({ step: 'end' });
  });

  it('happens about ten times in all', () => {
    let waited = 0;
    let reads = 1;
    for (let next = step(waited); next.step === 'readAgain'; next = step(waited)) {
      waited = next.at.getTime() - start.getTime();
      reads += 1;
    }
    expect([waited, reads]).toEqual([2 * minute, 11]);
  });
});
