import { CompiledQuery } from 'kysely';
import type { QueryResultRow } from 'pg';
import type { Database, Pool } from './database.ts';
import { nameWrite } from './statement-names.ts';

/** A statement that each connection parses and plans once, and then only runs. For those that are asked all the time. */
export function preparedStatement<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/** The same for a write, which may be part of a transaction. It answers how many rows were written. */
export function preparedWrite(name: string, text: string) {
  nameWrite(text, name);
  return async (database: Database, ...values: readonly unknown[]): Promise<number> => {
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return Number(numAffectedRows);
  };
}
