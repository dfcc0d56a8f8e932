import { sql } from 'kysely';
import { afterAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { preparedWrite } from './prepared-statement.ts';

const url = `${inject('postgresUrl')}postgres`;
const database = openDatabase({ url, maxConnections: 1, onConnectionLost: () => undefined });
afterAll(() => database.destroy());

const addNumbers = preparedWrite('add_numbers', 'insert into numbers select unnest($1::integer[])');

it('a prepared write returns its number of rows, and each connection caches its plan', async () => {
  await sql`create temporary table numbers (number integer)`.execute(database);
  const [first, second] = [[1, 2, 3], [4]];
  expect(await addNumbers(database, first)).toBe(3);
  expect(await database.transaction().execute((transaction) => addNumbers(transaction, second))).toBe(1);
  expect(await addNumbers(database, [])).toBe(0);
  expect(await numbersIn(database)).toEqual([...first, ...second]);

  const { rows } = await sql`select name from pg_prepared_statements`.execute(database);
  expect(rows).toEqual([{ name: 'add_numbers' }]);
});

it('a prepared write is rolled back with its transaction', async () => {
  const before = await numbersIn(database);
  const failing = database.transaction().execute(async (transaction) => {
    await addNumbers(transaction, [5]);
    throw new Error('Undone');
  });
  await expect(failing).rejects.toThrow('Undone');
  expect(await numbersIn(database)).toEqual(before);
});

async function numbersIn(on: Database): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`select number from numbers order by number`.execute(on);
  return rows.map(({ number }) => number);
}
