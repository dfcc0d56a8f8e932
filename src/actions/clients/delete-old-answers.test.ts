import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';

const day = 24 * 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());

const keys = async () => {
  const rows = await books.database.selectFrom('idempotent_answers').select('idempotency_key').execute();
  return rows.map((row) => row.idempotency_key).sort();
};

async function storeAnswers(count: number, name: string, at: Date): Promise<void> {
  const { apiClientId } = client;
  await sql`
    insert into idempotent_answers
    select ${workspaceId}, ${apiClientId}, ${name} || number, decode(repeat('00', 32), 'hex'), '{}', ${at}
    from generate_series(1, ${count}::integer) as number`.execute(books.database);
}

let workspaceId: string;
let client: { readonly apiClientId: string };

it('deletes idempotent responses after 24 hours, in batches, with any number of workers', async () => {
  workspaceId = await books.workspace();
  client = await books.client(workspaceId);
  await storeAnswers(2_500, 'old-', books.in(-day));
  await storeAnswers(2, 'young-', books.in(1 - day));
  const deleteOld = () => deleteOldRows('answers', standardRetention)(books.context);
  expect(await deleteOld()).toBe(1_000);
  expect(await keys()).toHaveLength(1_502);
  await Promise.all([deleteOld(), deleteOld(), deleteOld()]);
  expect(await keys()).toEqual(['young-1', 'young-2']);
  expect(await deleteOld()).toBe(0);
  books.clock.forward(1);
  expect(await deleteOld()).toBe(2);
  expect(await keys()).toEqual([]);
});

it('skips a response that is being replaced', async () => {
  await storeAnswers(1, 'old-', books.in(-day));
  await books.database.transaction().execute(async (transaction) => {
    await transaction.updateTable('idempotent_answers').set({ created_at: books.clock.now() }).execute();
    expect(await deleteOldRows('answers', standardRetention)(books.context)).toBe(0);
  });
  expect(await keys()).toEqual(['old-1']);
});
