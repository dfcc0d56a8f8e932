import { type EventType, eventTypes } from './event-type.ts';

/** The event types of an endpoint: all, or types and groups (`subscription.*`). */
export type EventTypeFilter = 'all' | readonly string[];

/** A test event goes only to the endpoint under test; no filter matches it. */
const filterableTypes = eventTypes.filter((type) => type !== 'webhook.test');

/** The stored form of `all`. */
export const wildcard = '*';

const groupOf = (type: string) => `${type.slice(0, type.indexOf('.'))}.*`;

/** The allowed values of a filter. */
export const filterValues: readonly string[] = [...new Set(filterableTypes.map(groupOf)), ...filterableTypes];

/** The filter values that match the type. */
export function filterValuesFor(type: EventType): readonly string[] {
  return type === 'webhook.test' ? [] : [wildcard, groupOf(type), type];
}

/** The filter as it is stored. */
export function filterToValues(filter: EventTypeFilter): readonly string[] {
  return filter === 'all' ? [wildcard] : filter;
}

export function filterFromValues(values: readonly string[]): EventTypeFilter {
  return values.includes(wildcard) ? 'all' : values;
}

export function matchesFilter(filter: EventTypeFilter, type: EventType): boolean {
  const values = filterToValues(filter);
  return filterValuesFor(type).some((value) => values.includes(value));
}
