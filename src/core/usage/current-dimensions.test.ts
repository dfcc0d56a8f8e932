import { expect, it } from 'vitest';
import { subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { type Meter, recordsMeter } from '../catalogue/meter.ts';
import { type Quantity, readQuantity } from '../values/quantity.ts';
import { dimensionOf, metersOf } from './current-dimensions.ts';
import type { LimitState } from './limits/limit.ts';
import type { MeteredCandidate } from './meter-mapping.ts';

const at = (time: string) => new Date(`2026-11-15T${time}:00.000Z`);
const now = at('12:30');
const quantity = (value: number) => readQuantity(value) as Quantity;
const unit = BigInt(Number(quantity(1)));
const calls: Meter = {
  ...recordsMeter,
  intake: 'Events',
  aggregation: 'Count',
  included: { quantity: 10, per: 'Month' },
};
const eventMeters = new Map([
  ['calls', { current: calls, previous: { meter: recordsMeter, until: at('11:00') } }],
]);
const candidate: MeteredCandidate = {
  subscription: subscription({ subscriptionId: 's', planId: 'p', source: 'Marketplace' }),
  plan: { slug: 'gold', billingModel: 'FlatRate', dimensions: ['calls', 'posts'] },
  activePeriods: [{ from: at('08:00'), until: null }],
  terms: [{ start: at('08:00'), end: null }],
  mappings: [{ sourceName: 'Shop', marketplacePlanId: 'basic', dimensions: ['calls', 'posts'], eventMeters }],
};
const names = ['calls', 'posts'].map((dimension) => ({
  planId: 'p',
  dimension,
  name: dimension,
  unit: 'call',
}));

it.each<[string, Partial<MeteredCandidate>, typeof names, string[]]>([
  ['each with its own intake', {}, names, ['calls Events', 'posts Records']],
  ['none before the first term', { terms: [] }, names, []],
  ['none that no mapping has', { mappings: [] }, names, []],
  ['none of the plan before a change', {}, names.map((name) => ({ ...name, planId: 'before' })), []],
])('the dimensions of a subscription are %s', (_case, changes, known, expected) => {
  const meters = metersOf({ ...candidate, ...changes }, known, now);
  expect(meters.map(({ dimension, intake }) => `${dimension} ${intake}`)).toEqual(expected);
});

it('a meter names its period, its mapping, and when it was switched', () => {
  expect(metersOf(candidate, names, now)[0]).toMatchObject({
    plan: 'gold',
    sourceName: 'Shop',
    start: at('08:00'),
    end: new Date('2026-12-15T08:00:00.000Z'),
    switchesAt: at('11:00'),
    isBilled: true,
  });
});

const use = { used: 14n * unit, reported: 3n * unit, accepted: 1n * unit };
const limit = (changes: Partial<LimitState>): LimitState => ({
  setBy: 'Plan',
  subject: '',
  per: 'Month',
  action: 'Deny',
  quantity: 20n * unit,
  used: 14n * unit,
  reserved: 2n * unit,
  end: null,
  ...changes,
});
const shown = (changes: Partial<MeteredCandidate['subscription']>, limits?: readonly LimitState[]) => {
  const subscriptions = { ...candidate, subscription: { ...candidate.subscription, ...changes } };
  const [meter] = metersOf(subscriptions, names, now);
  if (!meter) throw new Error('There is no meter');
  return dimensionOf(meter, limits && { ...use, limits });
};

it('a dimension has what is used, what is left, and what is reported', () => {
  const expected = { used: 14, included: 10, remaining: 0, overage: 4, pending: 1, reported: 3, accepted: 1 };
  expect(shown({}, [])).toMatchObject({ ...expected, limit: null, limitRemaining: null, setBy: null });
  expect(shown({})).toMatchObject({ used: 0, remaining: 10, overage: 0, pending: 0, reported: 0 });
  expect(shown({ source: 'Direct' }, [])).toMatchObject({ overage: 4, pending: 0, reported: 0 });
});

it('a dimension shows the limit that is reached first', () => {
  const limits = [
    limit({}),
    limit({ per: 'Day', quantity: 15n * unit, used: 9n * unit, reserved: 1n * unit }),
  ];
  expect(shown({}, limits)).toMatchObject({
    limit: 20,
    limitPer: 'Month',
    limitAction: 'Deny',
    limitUsed: 14,
    reserved: 2,
    limitRemaining: 4,
    resetsAt: null,
    setBy: 'Plan',
  });
});
