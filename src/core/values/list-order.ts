import { isUuid } from '../identifiers.ts';
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

/**
 * The place of a row in a list: its value in each column that the list is sorted by, the id last. The next page begins
 * after it, also when the row has been changed or deleted since.
 */
export type ListPlace = readonly (string | null)[];

/** The type of a column that a list is sorted by. */
export interface PlaceColumn {
  readonly type: keyof typeof isValue;
  /** Whether a row may be without a value. */
  readonly isNullable?: boolean | undefined;
}

const isValue = {
  uuid: isUuid,
  text: isStorable,
  // A row without a time may be before or after all others.
  timestamptz: (value: string) => /^-?infinity$/.test(value) || readTimestamp(value) !== undefined,
  date: (value: string) => readTimestamp(`${value}T00:00Z`) !== undefined,
  numeric: (value: string) => /^-?\d{1,40}(\.\d{1,40})?$/.test(value),
  integer: (value: string) => /^\d{1,9}$/.test(value),
} as const;

export function placeToText(place: ListPlace): string {
  const [id, ...others] = place;
  return typeof id === 'string' && others.length === 0
    ? id
    : Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Undefined for a text that is no place in a list sorted by these columns. */
export function placeFromText(text: string, columns: readonly PlaceColumn[]): ListPlace | undefined {
  const values = columns.length === 1 ? [text] : readValues(text);
  const isSound = ({ type, isNullable = false }: PlaceColumn, value: unknown) =>
    typeof value === 'string' ? isValue[type](value) : value === null && isNullable;
  const isPlace =
    values.length === columns.length && columns.every((column, index) => isSound(column, values[index]));
  return isPlace ? (values as ListPlace) : undefined;
}

/** The values of a cursor; none for any other text. */
function readValues(text: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}
