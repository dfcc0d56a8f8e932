import type { QueryResultRow } from 'pg';
import type { Pool } from './database.ts';

/** A statement that each connection parses and plans once, and then only runs. For those that are asked all the time. */
export function preparedStatement<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows;
}
