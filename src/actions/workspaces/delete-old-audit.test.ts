import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { deleteOldRows, walkWorkspaces } from '../operations/delete-old-rows.ts';

const day = 24 * 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());

async function store(workspaceId: string, count: number, at: Date): Promise<void> {
  const id = lowestIdAt(at);
  await sql`
    insert into audit_entries (workspace_id, entry_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id)
    select ${workspaceId}, (left(${id}, 24) || lpad(to_hex(number), 12, '0'))::uuid, ${at}, 'Command', 'a', 'a', 'a',
      'a', 'a'
    from generate_series(1, ${count}::integer) as number`.execute(books.database);
}
const count = async (workspaceId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_entries
    where workspace_id = ${workspaceId} and action = 'a'`.execute(books.database);
  return rows[0]?.count;
};

it('deletes audit entries in batches, in every workspace, with any number of workers', async () => {
  const [one, two] = [await books.workspace(), await books.workspace()];
  await store(one, 2_500, books.in(-366 * day - 1));
  await store(two, 3, books.in(-400 * day));
  await store(two, 4, books.in(-366 * day));
  const nodes = [1, 2, 3].map(() => deleteOldRows('audit', { ...standardRetention, auditDays: 366 }));
  await Promise.all(nodes.map((pass) => pass(books.context)));
  expect([await count(one), await count(two)]).toEqual([0, 4]);
  books.clock.forward(1);
  expect(await nodes[0]?.(books.context)).toBe(4);
});

it('a pass is bounded, and goes on where the one before stopped', async () => {
  const ids = [await books.workspace(), await books.workspace()].sort();
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from workspaces order by workspace_id`.execute(books.database);
  const seen: string[] = [];
  const pass = walkWorkspaces<number>(async (_database, workspaceId, after) => {
    const page = (after ?? 0) + 1;
    seen.push(`${rows.findIndex(({ id }) => id === workspaceId)}:${page}`);
    return { deleted: 1, last: page < 3 ? page : null };
  }, 5);
  expect(ids).toHaveLength(2);
  expect(rows).toHaveLength(4);
  expect(await pass(books.context)).toBe(5);
  expect(seen).toEqual(['0:1', '0:2', '0:3', '1:1', '1:2']);
  expect(await pass(books.context)).toBe(5);
  expect(seen.slice(5)).toEqual(['1:3', '2:1', '2:2', '2:3', '3:1']);
  expect(await pass(books.context)).toBe(2);
  expect(await pass(books.context)).toBe(5);
  expect(seen.slice(12, 14)).toEqual(['0:1', '0:2']);
});
