import { CompiledQuery } from 'kysely';
import pg, { type QueryResultRow } from 'pg';
import type { Database, Pool } from './database.ts';

/** A statement that each connection parses and plans once, and then only runs. For those that are asked all the time. */
export function preparedStatement<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

const namesOfWrites = new Map<string, string>();

/** The same for a write, which may be part of a transaction. It answers how many rows were written. */
export function preparedWrite(name: string, text: string) {
  namesOfWrites.set(text, name);
  return async (database: Database, ...values: readonly unknown[]): Promise<number> => {
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return Number(numAffectedRows);
  };
}

/** Gives prepared writes their names: the query builder hands over nothing but their text. */
export class NamingClient extends pg.Client {
  override query(statement: never, ...rest: readonly never[]): never {
    const name = namesOfWrites.get(statement);
    return super.query(name === undefined ? statement : { name, text: statement }, ...rest) as never;
  }
}
