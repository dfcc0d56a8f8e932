import { isUuid } from './identifiers.ts';
import { isStorable } from './text.ts';
import { readTimestamp } from './timestamp.ts';

/** A sort order: the name of a key, with `-` before it for descending. */
export type SortBy<Key extends string> = Key | `-${Key}`;

export function sortsBy<Key extends string>(keys: readonly Key[]): readonly SortBy<Key>[] {
  return keys.flatMap((key) => [key, `-${key}`] as const);
}

export const isDescending = (sort: string): boolean => sort.startsWith('-');

export function sortKey<Key extends string>(sort: SortBy<Key>): Key {
  return (isDescending(sort) ? sort.slice(1) : sort) as Key;
}

/** The place of a row in a list: the next page begins after it. */
export interface ListPlace {
  readonly id: string;
  /** Undefined where the order is that of the ids. */
  readonly value?: string | undefined;
}

export type IdType = 'uuid' | 'text';
export type ValueType = 'text' | 'timestamptz' | 'numeric';

/** The id alone stays what it was before lists had a `sort`. */
export function placeToText({ id, value }: ListPlace): string {
  return value === undefined ? id : Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** Undefined for a text that is no place of this order; `valueType` is undefined where the order is that of the ids. */
export function placeFromText(
  text: string,
  { idType, valueType }: { readonly idType: IdType; readonly valueType: ValueType | undefined },
): ListPlace | undefined {
  const isId = (id: string) => (idType === 'uuid' ? isUuid(id) : isStorable(id));
  if (valueType === undefined) return isId(text) ? { id: text } : undefined;
  const [value, id, ...rest] = readTexts(text);
  const isSound = value !== undefined && id !== undefined && rest.length === 0;
  return isSound && isId(id) && isValue[valueType](value) ? { id, value } : undefined;
}

const isValue: Readonly<Record<ValueType, (value: string) => boolean>> = {
  text: isStorable,
  // A row without a time is before or after all others.
  timestamptz: (value) => /^-?infinity$/.test(value) || readTimestamp(value) !== undefined,
  numeric: (value) => /^-?\d{1,40}(\.\d{1,40})?$/.test(value),
};

function readTexts(text: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
