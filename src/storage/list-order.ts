import { type RawBuilder, sql } from 'kysely';
import {
  type IdType,
  isDescending,
  type ListPlace,
  placeFromText,
  placeToText,
  type SortBy,
  sortKey,
  sortsBy,
  type ValueType,
} from '../core/list-order.ts';

interface SortColumn<Row> {
  /** Never null: a row without a value would be on no page. */
  readonly column: RawBuilder<unknown>;
  readonly type: ValueType;
  /** The value of the column in a row. */
  readonly of: (row: Row) => string;
}

interface ListOrderOptions<Row, Key extends string, IdKey extends string> {
  readonly id: RawBuilder<unknown>;
  readonly idType: IdType;
  /** The key that the ids sort by: ids of type `uuid` have the time of creation in them. */
  readonly idKey: IdKey;
  readonly idOf: (row: Row) => string;
  readonly columns: Readonly<Record<Key, SortColumn<Row>>>;
  readonly standard: NoInfer<SortBy<Key | IdKey>>;
}

export interface SortedPage<Sort> {
  readonly sort?: Sort | undefined;
  /** The last row of the previous page. */
  readonly after?: ListPlace | undefined;
  readonly limit: number;
}

/** The sort orders of a list, each by a value and the id, so that its pages neither skip nor repeat a row. */
export class ListOrder<Row, Key extends string, IdKey extends string> {
  readonly sorts: readonly SortBy<Key | IdKey>[];
  readonly standard: SortBy<Key | IdKey>;
  readonly #options: ListOrderOptions<Row, Key, IdKey>;

  constructor(options: ListOrderOptions<Row, Key, IdKey>) {
    this.#options = options;
    this.standard = options.standard;
    this.sorts = sortsBy([options.idKey, ...(Object.keys(options.columns) as Key[])]);
  }

  /** The condition and the order of a page. */
  select({ sort = this.standard, after }: Omit<SortedPage<SortBy<Key | IdKey>>, 'limit'>): {
    readonly isAfter: RawBuilder<boolean>;
    readonly order: RawBuilder<unknown>;
  } {
    const { id, idType } = this.#options;
    const key = this.#columnOf(sort);
    const direction = isDescending(sort) ? sql`desc` : sql`asc`;
    const value = key && folded(key.column, key.type);
    const order = value ? sql`${value} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`;
    if (after === undefined) return { isAfter: sql<boolean>`true`, order };
    const comparison = isDescending(sort) ? sql`<` : sql`>`;
    const afterId = sql`${after.id}::${sql.raw(idType)}`;
    if (!key || !value) return { isAfter: sql<boolean>`${id} ${comparison} ${afterId}`, order };
    const afterValue = folded(sql`${after.value}::${sql.raw(key.type)}`, key.type);
    return { isAfter: sql<boolean>`(${value}, ${id}) ${comparison} (${afterValue}, ${afterId})`, order };
  }

  cursorOf(sort: SortBy<Key | IdKey>, row: Row): string {
    return placeToText({ id: this.#options.idOf(row), value: this.#columnOf(sort)?.of(row) });
  }

  /** Undefined for a text that is no cursor of this sort order. */
  readCursor(sort: SortBy<Key | IdKey>, text: string): ListPlace | undefined {
    const { idType } = this.#options;
    return placeFromText(text, { idType, valueType: this.#columnOf(sort)?.type });
  }

  #columnOf(sort: SortBy<Key | IdKey>): SortColumn<Row> | undefined {
    const columns: Readonly<Record<string, SortColumn<Row>>> = this.#options.columns;
    return columns[sortKey(sort)];
  }
}

/** Texts sort regardless of case. */
const folded = (value: RawBuilder<unknown>, type: ValueType) =>
  type === 'text' ? sql`lower(${value})` : value;
