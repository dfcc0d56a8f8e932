import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { type RetainedKind, retentionTable } from '../../storage/retention/retention-table.ts';
import { deleteOldRows } from './delete-old-rows.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
  await books.createActive(await books.workspace());
});
afterAll(() => books.close());

it.each(Object.keys(retentionTable) as RetainedKind[])('deletes no %s of today', async (kind) => {
  expect(await deleteOldRows(kind, standardRetention)(books.context)).toBe(0);
});

it('deletes spent sign-ins after 12 hours', async () => {
  const spent = [0, 1].map((age) => ({
    state_hash: Buffer.alloc(32, age),
    spent_at: books.in(-12 * 3_600_000 - age),
  }));
  await books.database.insertInto('spent_sign_ins').values(spent).execute();
  expect(await deleteOldRows('sessions', standardRetention)(books.context)).toBe(1);
});
