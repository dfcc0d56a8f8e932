import { CompiledQuery } from 'kysely';
import type { QueryResultRow } from 'pg';
import type { Database, Pool } from './database.ts';
import { nameWrite } from './statement-names.ts';

/** A named statement, which each connection parses and plans once. For hot paths. */
export function preparedStatement<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/** A prepared write, which may run in a transaction. Returns the number of affected rows. */
export function preparedWrite(name: string, text: string) {
  nameWrite(text, name);
  return async (database: Database, ...values: readonly unknown[]): Promise<number> => {
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return Number(numAffectedRows);
  };
}
