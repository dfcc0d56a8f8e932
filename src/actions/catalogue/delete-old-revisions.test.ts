import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';

const day = 24 * 3_600_000;
const retention = { ...standardRetention, historyDays: 90 };

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

async function revisionsOf(workspaceId: string, slug: string): Promise<readonly number[]> {
  const { rows } = await sql<{ revision: number }>`
    select entry.revision from plan_revisions as entry join plans as plan using (workspace_id, plan_id)
    where workspace_id = ${workspaceId} and plan.slug = ${slug} order by entry.revision`.execute(
    books.database,
  );
  return rows.map(({ revision }) => revision);
}

it('deletes revisions of plans that asOf no longer reads, and never the current one', async () => {
  const workspaceId = await books.workspace();
  const { tenantId } = await books.createActive(workspaceId);
  const rename = (name: string) => books.revise(workspaceId, 'basic', { name });
  await rename('Second');
  books.clock.forward(50 * day);
  const thirdAt = books.in(0);
  await rename('Third');
  const before = await revisionsOf(workspaceId, 'basic');
  expect(before).toHaveLength(3);

  const pass = deleteOldRows('plan-revisions', retention);
  expect(await pass(books.context)).toBe(0);
  // The first was replaced 91 days ago; history is deleted a day later than it is promised.
  books.clock.forward(41 * day);
  expect(await pass(books.context)).toBe(1);
  expect(await revisionsOf(workspaceId, 'basic')).toEqual(before.slice(1));
  const past = await books.answerAsOf(workspaceId, tenantId, new Date(thirdAt.getTime() - 1));
  expect(past?.plan?.name).toBe('Second');

  books.clock.forward(1_000 * day);
  expect(await pass(books.context)).toBe(1);
  expect(await revisionsOf(workspaceId, 'basic')).toEqual(before.slice(2));
  expect((await books.answer(workspaceId, tenantId)).status).not.toBe('None');
});

it('deletes replaced revisions of products', async () => {
  const workspaceId = await books.workspace();
  await sql`
    insert into product_revisions (workspace_id, product_id, revision, recorded_at, content)
    select workspace_id, product_id, 1000 + number, ${books.in(-200 * day)}::timestamptz + number * interval '1 second', '{"name": "x"}'
    from products cross join generate_series(1, 1200) as number
    where workspace_id = ${workspaceId}`.execute(books.database);
  const { rows } = await sql<{ products: number }>`
    select count(*)::integer as products from products where workspace_id = ${workspaceId}`.execute(
    books.database,
  );
  const products = rows[0]?.products ?? 0;
  expect(products).toBeGreaterThan(0);
  // The first revision counts as replaced by the next.
  expect(await deleteOldRows('product-revisions', retention)(books.context)).toBe(products * 1_200);
});
