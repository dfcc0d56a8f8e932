import { type RawBuilder, sql } from 'kysely';
import { type ArrayValue, plainArray, textArray } from './plain-array.ts';

type Type =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'numeric'
  | 'real'
  | 'smallint'
  | 'text'
  | 'timestamptz'
  | 'uuid';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type ReadColumn<Row> = readonly [type: Type, read: (row: Row) => ArrayValue];

/**
 * The type of each column; where the row has no such value under the same name in camel case, also how it is read. False: the
 * column is left out.
 */
type Columns<Row, Name extends string> = {
  readonly [Key in Name]:
    | (Row extends { readonly [Member in Camel<Key>]: ArrayValue } ? Type | ReadColumn<Row> : ReadColumn<Row>)
    | false;
};

interface Table {
  readonly alias: string;
  /** With the `position` of each row, from 1. */
  readonly isNumbered?: boolean;
  /** From the planner, which would otherwise scan a table to find the many rows that it counts here. */
  readonly isHidden?: boolean;
}

/** Rows as a table of a statement, whose text is the same for any number of rows: a parameter is a whole column. */
export function unnestRows<Row, Name extends string>(
  table: string | Table,
  rows: readonly Row[],
  columns: Columns<Row, Name>,
): RawBuilder<unknown> {
  const { alias, isNumbered, isHidden }: Table = typeof table === 'string' ? { alias: table } : table;
  const entries = Object.entries<Type | ReadColumn<Row> | false>(columns).flatMap(([name, column]) =>
    column === false ? [] : [[name, column] as const],
  );
  const arrays = entries.map(([name, column]) => {
    const [type, read] = typeof column === 'string' ? ([column, memberOf<Row>(name)] as const) : column;
    const literal = type === 'text' || type === 'jsonb' ? textArray(rows, read) : plainArray(rows, read);
    const array = sql`${literal}::${sql.raw(type)}[]`;
    return isHidden ? sql`(select ${array})` : array;
  });
  const names = sql.join(entries.map(([name]) => sql.ref(name)));
  return isNumbered
    ? sql`unnest(${sql.join(arrays)}) with ordinality as ${sql.ref(alias)} (${names}, position)`
    : sql`unnest(${sql.join(arrays)}) as ${sql.ref(alias)} (${names})`;
}

function memberOf<Row>(column: string): (row: Row) => ArrayValue {
  const name = column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return (row) => row[name as keyof Row] as ArrayValue;
}
