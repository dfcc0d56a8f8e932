/** Lenient parsers for values of the marketplace, which may be padded, quoted, null or absent. */

export type Members = Readonly<Record<string, unknown>>;

const zeroId = '00000000-0000-0000-0000-000000000000';

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Empty if there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function textOrNull(value: unknown): string | null {
  return textOf(value) || null;
}

/** The id of a tenant or user; null also for the zero id. */
export function directoryIdOf(value: unknown): string | null {
  const text = textOf(value).toLowerCase();
  return text === '' || text === zeroId ? null : text;
}

export function flagOf(value: unknown, otherwise: boolean): boolean {
  if (typeof value === 'boolean') return value;
  const text = textOf(value).toLowerCase();
  return text === 'true' || (text !== 'false' && otherwise);
}

/** A whole number of at least 1; null for null, 0, empty text or absence. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.0*)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : null;
}

export function enumOf<Name extends string>(value: unknown, names: readonly Name[]): Name | undefined {
  const text = textOf(value).toLowerCase();
  return names.find((name) => name.toLowerCase() === text);
}

/**
 * The items of a list, bare or in a member. An empty body is an empty list; undefined for any other body.
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
