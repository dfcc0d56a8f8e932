import { type TSchema, Type } from 'typebox';
import { answer } from '../schemas.ts';

const defaultLimit = 50;

/** The query of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: `${defaultLimit} unless told.` }),
  ),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'The `next` of the page before.' })),
};

/** An answer with one page of a list. */
export function pageAnswer(description: string, item: TSchema, example: unknown) {
  return answer(
    description,
    Type.Object({
      items: Type.Array(item),
      next: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Send it as `after` for the next page; null on the last one.',
      }),
    }),
    { items: [example], next: null },
  );
}

/** One more than is asked for is read, to know whether there are more. */
export function readLimit(query: { readonly limit?: number }): {
  readonly limit: number;
  readonly toRead: number;
} {
  const { limit = defaultLimit } = query;
  return { limit, toRead: limit + 1 };
}

export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  viewOf: (row: Row) => Item,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorOf(last) : null;
  return { items: shown.map(viewOf), next };
}
