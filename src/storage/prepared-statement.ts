import { CompiledQuery } from 'kysely';

/** A statement that each connection parses and plans once, and then only runs. For those that are asked all the time. */
export function preparedStatement<Row>(name: string, text: string) {
  // Kysely hands `sql` to node-postgres as it stands, and node-postgres takes a name along with the text.
  const statement = { name, text } as unknown as string;
  return (...values: readonly unknown[]): CompiledQuery<Row> => CompiledQuery.raw(statement, [...values]);
}
