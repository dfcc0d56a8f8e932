import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { deleteOldNotices } from './delete-old-notices.ts';

const day = 24 * 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

/** Notices of one moment, all in one mail. */
async function store(workspaceId: string, count: number, at: Date): Promise<void> {
  const digestId = timeOrderedId(at, randomBytes);
  await sql`
    insert into support_digests (workspace_id, digest_id, made_at, recipients, due_at, attempts, taken_at, ended_at)
    values (${workspaceId}, ${digestId}, ${at}, '{}', ${at}, 1, ${at}, ${at})`.execute(books.database);
  const ids = Array.from({ length: count }, () => timeOrderedId(at, randomBytes));
  await sql`
    insert into notices (workspace_id, notice_id, kind, key, facts, raised_at, digest_id)
    select ${workspaceId}, id, 'k', id::text, '{}', ${at}, ${digestId}
    from unnest(${ids}::uuid[]) as id`.execute(books.database);
}

async function counts(workspaceId: string) {
  const { rows } = await sql<{ notices: number; digests: number }>`
    select (select count(*)::integer from notices where workspace_id = ${workspaceId}) as notices,
      (select count(*)::integer from support_digests where workspace_id = ${workspaceId}) as digests`.execute(
    books.database,
  );
  return rows[0];
}

it('deletes notices in batches, done or not, and a mail when the last of its notices is gone', async () => {
  const [one, two] = [await books.workspace(), await books.workspace()];
  await store(one, 1_500, books.in(-90 * day - 1));
  await store(two, 2, books.in(-90 * day - 1));
  await store(two, 3, books.in(-90 * day));
  // Mailed later than it was raised.
  await sql`update support_digests set made_at = ${books.in(0)} where workspace_id = ${one}`.execute(
    books.database,
  );
  const pass = deleteOldNotices(90);
  expect(await pass(books.context)).toBe(1_500 + 2 + 1);
  expect([await counts(one), await counts(two)]).toEqual([
    { notices: 0, digests: 1 },
    { notices: 3, digests: 1 },
  ]);
  books.clock.forward(1);
  expect(await pass(books.context)).toBe(3 + 1);
});
