import type { QueryResultRow } from 'pg';
import type { Pool } from '../database.ts';

/** A named statement, which each connection parses and plans once where it keeps its session. For hot paths. */
export function preparedStatement<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ ...(pool.keepsSessions && { name }), text, values: [...values] })).rows;
}
