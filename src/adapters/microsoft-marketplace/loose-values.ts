/** Values as the marketplace writes them: padded, quoted, null, absent. */

export type Members = Readonly<Record<string, unknown>>;

const zeroId = '00000000-0000-0000-0000-000000000000';

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Empty when there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function textOrNull(value: unknown): string | null {
  return textOf(value) || null;
}

/** The id of a tenant or a person; null also for the one that stands for none. */
export function directoryIdOf(value: unknown): string | null {
  const text = textOf(value).toLowerCase();
  return text === '' || text === zeroId ? null : text;
}

export function flagOf(value: unknown, otherwise: boolean): boolean {
  if (typeof value === 'boolean') return value;
  const text = textOf(value).toLowerCase();
  return text === 'true' || (text !== 'false' && otherwise);
}

/** A whole number of at least 1. Whatever is not counted comes as null, 0, an empty text or not at all. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.0*)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : null;
}

export function wordOf<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  const text = textOf(value).toLowerCase();
  return words.find((word) => word.toLowerCase() === text);
}

/**
 * The items of a list, which may be bare or stand in a member of its own. Nothing at all is an empty list; undefined is
 * an answer about something else.
 */
export function itemsOf(body: unknown, member: string): readonly unknown[] | undefined {
  if (body === undefined || body === null) return [];
  if (Array.isArray(body)) return body;
  const members = membersOf(body);
  if (members === undefined) return undefined;
  const items = members[member];
  if (Array.isArray(items)) return items;
  const hasNothing = items === null || Object.keys(members).every((name) => name.startsWith('@'));
  return hasNothing ? [] : undefined;
}
