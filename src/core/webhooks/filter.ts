import { type EventType, eventTypes } from './event-type.ts';

/** What an endpoint wants to hear of: everything, or types and whole groups of them (`subscription.*`). */
export type EventTypeFilter = 'all' | readonly string[];

/** A test event goes to the endpoint that it was asked for, and to nobody by a filter. */
const filterableTypes = eventTypes.filter((type) => type !== 'webhook.test');

/** Stands for all types, where filters are kept as a list of words. */
export const wildcard = '*';

const groupOf = (type: string) => `${type.slice(0, type.indexOf('.'))}.*`;

/** All that a filter may say. */
export const filterValues: readonly string[] = [...new Set(filterableTypes.map(groupOf)), ...filterableTypes];

/** The words by which an endpoint hears of such an event: it does when its filter has any of them. */
export function filterValuesFor(type: EventType): readonly string[] {
  return type === 'webhook.test' ? [] : [wildcard, groupOf(type), type];
}

/** The filter as a list of words, and back. */
export function filterToValues(filter: EventTypeFilter): readonly string[] {
  return filter === 'all' ? [wildcard] : filter;
}

export function filterFromValues(words: readonly string[]): EventTypeFilter {
  return words.includes(wildcard) ? 'all' : words;
}

/** Whether an endpoint with this filter hears of such an event. */
export function matchesFilter(filter: EventTypeFilter, type: EventType): boolean {
  const words = filterToValues(filter);
  return filterValuesFor(type).some((word) => words.includes(word));
}
