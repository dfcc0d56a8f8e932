import { type RawBuilder, sql } from 'kysely';

/**
 * Whether one of the texts contains the search, regardless of case. Its characters are no wildcards. The texts are separated
 * by line breaks, which names and addresses do not have, so that no match spans two of them.
 */
export function containsText(
  search: string | undefined,
  ...texts: readonly RawBuilder<unknown>[]
): RawBuilder<boolean> {
  return search === undefined
    ? sql<boolean>`true`
    : sql<boolean>`position(lower(${search}) in lower(concat_ws(chr(10), ${sql.join([...texts])}))) > 0`;
}
