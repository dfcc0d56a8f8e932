import { describe, expect, it } from 'vitest';
import {
  type EventType,
  type EventTypeFilter,
  eventTypes,
  filterFromValues,
  filterToValues,
  filterValues,
  matchesFilter,
} from './event.ts';

describe('matchesFilter', () => {
  it.each<[EventTypeFilter, EventType, boolean]>([
    ['all', 'subscription.created', true],
    ['all', 'entitlement.changed', true],
    ['all', 'webhook.test', false],
    [['subscription.*'], 'subscription.trial_ending', true],
    [['subscription.*'], 'seat.assigned', false],
    [['subscription.*'], 'entitlement.changed', false],
    [['seat.assigned'], 'seat.assigned', true],
    [['seat.assigned'], 'seat.released', false],
    [['seat.released', 'entitlement.*'], 'entitlement.changed', true],
    [[], 'seat.assigned', false],
  ])('%j of %s: %s', (filter, type, expected) => {
    expect(matchesFilter(filter, type)).toBe(expected);
  });

  it('has a name for every type and group, and all includes each of them', () => {
    expect(filterValues.filter((word) => word.endsWith('.*'))).toEqual([
      'subscription.*',
      'entitlement.*',
      'seat.*',
      'usage.*',
      'licence.*',
    ]);
    for (const type of eventTypes) {
      expect(matchesFilter(filterValues, type)).toBe(matchesFilter('all', type));
      expect(matchesFilter([type], type)).toBe(type !== 'webhook.test');
    }
  });

  it('round-trips through its text', () => {
    for (const filter of ['all', ['seat.*', 'subscription.created']] as const) {
      expect(filterFromValues(filterToValues(filter))).toEqual(filter);
    }
  });
});
