import { type EventType, eventTypes } from './event-type.ts';

/** What an endpoint wants to hear of: everything, or types and whole groups of them (`subscription.*`). */
export type EventTypeFilter = 'all' | readonly string[];

/** A test event goes to the endpoint that it was asked for, and to nobody by a filter. */
const filterableTypes = eventTypes.filter((type) => type !== 'webhook.test');

/** Stands for all types, where filters are kept as a list of words. */
export const everyType = '*';

const groupOf = (type: string) => `${type.slice(0, type.indexOf('.'))}.*`;

/** All that a filter may say. */
export const filterWords: readonly string[] = [...new Set(filterableTypes.map(groupOf)), ...filterableTypes];

/** The words by which an endpoint hears of such an event: it does when its filter has any of them. */
export function wordsThatHear(type: EventType): readonly string[] {
  return type === 'webhook.test' ? [] : [everyType, groupOf(type), type];
}

/** The filter as a list of words, and back. */
export function wordsOfFilter(filter: EventTypeFilter): readonly string[] {
  return filter === 'all' ? [everyType] : filter;
}

export function filterOfWords(words: readonly string[]): EventTypeFilter {
  return words.includes(everyType) ? 'all' : words;
}

/** Whether an endpoint with this filter hears of such an event. */
export function hearsOf(filter: EventTypeFilter, type: EventType): boolean {
  const words = wordsOfFilter(filter);
  return wordsThatHear(type).some((word) => words.includes(word));
}
