import { describe, expect, it } from 'vitest';
import { subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { type Meter, recordsMeter } from '../catalogue/meter.ts';
import type { SwitchedMeter } from '../catalogue/meter-switch.ts';
import { isRefusal } from '../refusal.ts';
import { type Quantity, readQuantity } from '../values/quantity.ts';
import type { MeterEvent } from './events/event.ts';
import { EventResolver } from './events/event-batch.ts';
import { type MeteredCandidate, meterOfDimension, meterOfTarget, ownMappings } from './meter-mapping.ts';
import { resolveRecord } from './reports/resolve-record.ts';
import { usageHourOf } from './reports/window.ts';

const at = (time: string) => new Date(`2026-11-15T${time}:00.000Z`);
const now = at('12:30');
const sum: Meter = { ...recordsMeter, intake: 'Events', aggregation: 'Sum' };
const always = (current: Meter): SwitchedMeter => ({ current, previous: null });
const mapping = (
  marketplacePlanId: string,
  eventMeters: [string, SwitchedMeter][],
  dimensions: string[],
) => ({
  sourceName: 'Shop',
  marketplacePlanId,
  dimensions,
  eventMeters: new Map(eventMeters),
});
/** `calls` is fed by events since eleven, `rows` always, `posts` never. */
const target: MeteredCandidate = {
  subscription: subscription({
    subscriptionId: 's',
    source: 'Marketplace',
    marketplaceSubscriptionId: 'm',
    activatedAt: at('08:00'),
  }),
  plan: { slug: 'gold', billingModel: 'FlatRate', dimensions: ['calls', 'posts', 'rows'] },
  activePeriods: [{ from: at('08:00'), until: null }],
  terms: [{ start: at('08:00'), end: null }],
  mappings: [
    mapping(
      'basic',
      [
        ['calls', { current: sum, previous: { meter: recordsMeter, until: at('11:00') } }],
        ['rows', always(sum)],
      ],
      ['calls', 'posts', 'rows'],
    ),
    mapping('other', [], ['rows', 'more']),
  ],
};

describe('a dimension', () => {
  it('is fed by records unless it has another meter', () => {
    const [first] = target.mappings;
    if (!first) throw new Error('The target has a mapping');
    expect(meterOfDimension(first, 'rows')).toEqual(always(sum));
    expect(meterOfDimension(first, 'posts')).toEqual(always(recordsMeter));
  });

  it('is reported to the first mapping that has it', () => {
    const planOf = (dimension: string) => meterOfTarget(target, dimension).address.marketplacePlanId;
    expect([planOf('rows'), planOf('more')]).toEqual(['basic', 'other']);
  });
});

it.each([
  ['the offer that was bought', [false, true, true], [1, 2]],
  ['all offers, if none of them was bought', [false, false], [0, 1]],
])('a subscription has the mappings of %s', (_, owned, expected) => {
  const mappings = owned.map((isOwn, index) => ({ isOwn, index }));
  expect(ownMappings(mappings).map(({ index }) => index)).toEqual(expected);
});

const outcome = (found: object) => (isRefusal(found) ? found.code : 'resolved');

describe('a record', () => {
  it.each([
    ['of a dimension that is fed by records', 'posts', '11:00', 'resolved'],
    ['of a dimension that is fed by events', 'rows', '11:00', 'metering.fed_by_events'],
    ['of an hour before the switch to events', 'calls', '10:00', 'resolved'],
    ['of an hour after it', 'calls', '11:00', 'metering.fed_by_events'],
    ['of the present hour', 'posts', '12:00', 'metering.window_not_ended'],
    ['of an unknown dimension', 'none', '11:00', 'metering.unknown_dimension'],
  ])('%s', (_case, dimension, time, expected) => {
    const quantity = readQuantity(5) as Quantity;
    const record = { tenantId: 't', product: 'forum', plan: null, subscriptionId: null, dimension, quantity };
    const found = resolveRecord({ ...record, hour: at(time) }, [target], {
      reportId: 'r',
      holdMinutes: 0,
      now,
    });
    expect(outcome(found)).toBe(expected);
    if (!isRefusal(found)) {
      expect(found).toMatchObject({ subscriptionId: 's', marketplaceSubscriptionId: 'm', reportId: 'r' });
    }
  });
});

describe('an event', () => {
  const event = (dimension: string, time: string): MeterEvent => ({
    source: 'x',
    id: 'e',
    tenantId: 't',
    product: 'forum',
    plan: null,
    subscriptionId: null,
    dimension,
    quantity: null,
    uniqueKey: null,
    occurredAt: at(time),
  });

  it.each([
    ['of a dimension that is fed by events', 'rows', '12:10', 'resolved'],
    ['of a dimension that is fed by records', 'posts', '12:10', 'metering.fed_by_records'],
    ['of an hour before the switch to events', 'calls', '10:59', 'metering.fed_by_records'],
    ['of an hour after it', 'calls', '11:00', 'resolved'],
    ['of the future', 'rows', '12:36', 'metering.event_in_future'],
    ['of an unknown dimension', 'none', '12:10', 'metering.unknown_dimension'],
  ])('%s', (_case, dimension, time, expected) => {
    expect(outcome(new EventResolver(now).resolve(event(dimension, time), [target]))).toBe(expected);
  });

  it('shares its target with others of the same meter and hour, and knows which hours add alike', () => {
    const resolver = new EventResolver(now);
    const targetAt = (time: string) => {
      const found = resolver.resolve(event('calls', time), [target]);
      if (isRefusal(found)) throw new Error(found.code);
      return found.target;
    };
    expect(targetAt('11:05')).toBe(targetAt('11:55'));
    expect(targetAt('12:05')).not.toBe(targetAt('11:55'));
    const { hasSameAggregation } = targetAt('12:05');
    expect([at('11:00'), at('10:00')].map((time) => hasSameAggregation(usageHourOf(time)))).toEqual([
      true,
      false,
    ]);
  });
});
