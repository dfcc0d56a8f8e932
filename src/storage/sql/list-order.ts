import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  isDescending,
  type ListPlace,
  type PlaceColumn,
  placeFromText,
  placeToText,
  type SortBy,
  sortKey,
  sortsBy,
} from '../../core/values/list-order.ts';

interface SortColumn<Row> extends PlaceColumn {
  readonly column: RawBuilder<unknown>;
  /** The value of the column in a row. */
  readonly of: (row: Row) => string | null;
}

interface IdColumn<Row> extends SortColumn<Row> {
  /** Ascending in a descending order, too. Only columns like this one may follow it. */
  readonly isAscending?: boolean;
}

interface KeyColumn<Row> extends SortColumn<Row> {
  /** Columns between this one and the id, in the same table as this one. */
  readonly ties?: readonly SortColumn<Row>[];
}

interface ListOrderOptions<Row, Key extends string, IdKey extends string> {
  /** The columns that end every order; together they are unique. */
  readonly id: readonly IdColumn<Row>[];
  /** The key that the ids sort by, if they say something: most have the time of creation in them. */
  readonly idKey?: IdKey;
  /** The caller reads the rows that have no value in a nullable column: `select` finds none of them. */
  readonly columns: Readonly<Record<Key, KeyColumn<Row>>>;
  readonly standard: NoInfer<SortBy<Key | IdKey>>;
}

export interface SortedPage<Sort> {
  readonly sort?: Sort | undefined;
  /** The last row of the previous page. */
  readonly after?: ListPlace | undefined;
  readonly limit: number;
}

/** The sort orders of a list, each by a value and the id, so that its pages neither skip nor repeat a row. */
export class ListOrder<Row, Key extends string, IdKey extends string = never> {
  readonly sorts: readonly SortBy<Key | IdKey>[];
  readonly standard: SortBy<Key | IdKey>;
  readonly #options: ListOrderOptions<Row, Key, IdKey>;

  constructor(options: ListOrderOptions<Row, Key, IdKey>) {
    this.#options = options;
    this.standard = options.standard;
    const { idKey, columns } = options;
    this.sorts = sortsBy([...(idKey === undefined ? [] : [idKey]), ...(Object.keys(columns) as Key[])]);
  }

  /** The condition and the order of a page. */
  select({ sort = this.standard, after }: Omit<SortedPage<SortBy<Key | IdKey>>, 'limit'>): {
    readonly isAfter: RawBuilder<boolean>;
    readonly order: RawBuilder<unknown>;
  } {
    const { key, id } = this.#columnsOf(sort);
    const columns = [
      ...key.map(({ column, type }) => folded(column, type)),
      ...id.map(({ column }) => column),
    ];
    const descendingCount = isDescending(sort)
      ? columns.length - id.filter(({ isAscending }) => isAscending).length
      : 0;
    const order = sql.join(
      columns.map((column, index) => sql`${column} ${index < descendingCount ? sql`desc` : sql`asc`}`),
    );
    if (after === undefined) return { isAfter: sql<boolean>`true`, order };
    const values = [
      ...key.map(({ type }, index) => folded(cast(after[index], type), type)),
      ...id.map(({ type }, index) => cast(after[key.length + index], type)),
    ];
    if (descendingCount > 0 && descendingCount < columns.length) {
      const [before, at] = [columns, values].map((all) => tuple(all.slice(0, descendingCount)));
      const [rest, last] = [columns, values].map((all) => tuple(all.slice(descendingCount)));
      return {
        isAfter: sql<boolean>`(${before} < ${at} or (${before} = ${at} and ${rest} > ${last}))`,
        order,
      };
    }
    const comparison = isDescending(sort) ? sql`<` : sql`>`;
    const isAfter = sql<boolean>`${tuple(columns)} ${comparison} ${tuple(values)}`;
    if (key.length < 2) return { isAfter, order };
    // The id may be of another table: the first comparison uses the index of the key, the second only filters.
    const [keyColumns, keyValues] = [columns, values].map((all) => tuple(all.slice(0, key.length)));
    return { isAfter: sql<boolean>`(${keyColumns} ${comparison}= ${keyValues} and ${isAfter})`, order };
  }

  /** A page of the query's rows. */
  pageOf<Tables, Table extends keyof Tables, Columns>(
    query: SelectQueryBuilder<Tables, Table, Columns>,
    { limit, ...page }: SortedPage<SortBy<Key | IdKey>>,
  ) {
    const { isAfter, order } = this.select(page);
    return query.where(isAfter).orderBy(order).limit(limit).execute();
  }

  /** The place of a row, after which the next page begins. */
  placeOf(sort: SortBy<Key | IdKey>, row: Row): ListPlace {
    const { key, id } = this.#columnsOf(sort);
    return [...key, ...id].map((column) => column.of(row));
  }

  cursorOf(sort: SortBy<Key | IdKey>, row: Row): string {
    return placeToText(this.placeOf(sort, row));
  }

  /** Undefined for a text that is no cursor of this sort order. */
  readCursor(sort: SortBy<Key | IdKey>, text: string): ListPlace | undefined {
    const { key, id } = this.#columnsOf(sort);
    return placeFromText(text, [...key, ...id]);
  }

  #columnsOf(sort: SortBy<Key | IdKey>) {
    const { id, columns } = this.#options;
    const column = (columns as Readonly<Record<string, KeyColumn<Row>>>)[sortKey(sort)];
    return { key: column ? [column, ...(column.ties ?? [])] : [], id };
  }
}

/** Texts sort regardless of case; ids that are texts do not. */
const folded = (value: RawBuilder<unknown>, type: PlaceColumn['type']) =>
  type === 'text' ? sql`lower(${value})` : value;

const cast = (value: string | null | undefined, type: PlaceColumn['type']) =>
  sql`${value ?? null}::${sql.raw(type)}`;

const tuple = (values: readonly RawBuilder<unknown>[]) => sql`(${sql.join(values)})`;
