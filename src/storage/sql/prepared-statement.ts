import type { RawBuilder } from 'kysely';
import type { QueryResultRow } from 'pg';
import { type Database, type Pool, poolOf } from '../database.ts';

/** A named statement, which each connection parses and plans once where it keeps its session. For hot paths. */
export function preparedStatement<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ ...(pool.keepsSessions && { name }), text, values: [...values] })).rows;
}

/** Runs a statement whose text is always the same as a named one, outside a transaction. */
export function executePrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  statement: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const { sql, parameters } = statement.compile(database);
  return preparedStatement<Row>(name, sql)(poolOf(database), ...parameters);
}
