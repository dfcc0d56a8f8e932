import { type TSchema, Type } from 'typebox';
import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { totalCeiling } from '../../core/values/total.ts';
import { jsonResponse, oneOf } from '../schemas.ts';
import { described, nullable } from './schemas.ts';

const defaultLimit = 50;

/** The query of every list. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: `Default: ${defaultLimit}.` })),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'The `next` of the previous page.' })),
};

const pageOfItems = (item: TSchema) => ({
  items: Type.Array(item),
  next: described(nullable.text, 'Send it as `after` for the next page; null on the last page.'),
});

/** An answer with one page of a list. */
export function pageResponse(description: string, item: TSchema, example: unknown) {
  return jsonResponse(description, Type.Object(pageOfItems(item)), { items: [example], next: null });
}

export const total = Type.Object(
  {
    count: Type.Integer({ maximum: totalCeiling }),
    isExact: Type.Boolean({ description: 'False: there are more than `count`, or there may be.' }),
  },
  { description: `The number of matches on all pages, counted up to ${totalCeiling}.` },
);

interface Further {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly example: object;
}

/** An answer with one page of a list and its total, and further members. */
export function countedPageResponse(description: string, item: TSchema, example: unknown, further?: Further) {
  const page = { items: [example], next: null, total: { count: 1, isExact: true }, ...further?.example };
  const members = { ...pageOfItems(item), total, ...further?.properties };
  return jsonResponse(description, Type.Object(members), page);
}

/** The order of a list: the names of its keys, with `-` before them for descending. */
export function sortedBy<const Sorts extends readonly string[]>(
  sorts: Sorts,
  standard: Sorts[number],
  note = '',
) {
  const description = `\`-\` sorts in descending order. Default: \`${standard}\`. ${note}`.trim();
  return Type.Optional(described(oneOf(sorts), description));
}

/** A filter of a list by part of a text. */
export const searchFor = (description: string, maxLength = 200) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** The `after` of a list with `sort`: room for a name of 200 characters, each escaped. */
export const sortedAfter = Type.Optional(
  Type.String({
    maxLength: 2_000,
    description: 'The `next` of the previous page, which had the same `sort`.',
  }),
);

/** The `after` of a list whose rows are not ordered by an id. */
export function afterText(maxLength: number) {
  return Type.Optional(Type.String({ maxLength, description: 'The `next` of the previous page.' }));
}

/** Refuses a text that was never the `next` of a page. */
export function readAfter<Cursor>(
  after: string | undefined,
  readCursor: (text: string) => Cursor | undefined,
): Cursor | undefined | Refusal {
  if (after === undefined) return undefined;
  const message = 'must be the next of another page';
  return readCursor(after) ?? refuseInvalid([{ path: 'after', rule: 'cursor', message }]);
}

/** Reads one row more than the page shows, to know whether another page follows. */
export async function readPage<Row, Item>(
  query: { readonly limit?: number },
  read: (limit: number) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => string,
  viewOf: (row: Row) => Item,
): Promise<{ readonly items: readonly Item[]; readonly next: string | null }> {
  const { limit = defaultLimit } = query;
  const rows = await read(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorOf(last) : null;
  return { items: shown.map(viewOf), next };
}
