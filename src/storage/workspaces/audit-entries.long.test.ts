import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { executedPlans, reportPlans } from '../../../tests/support/database/executed-plans.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import { type AuditFilter, listAuditEntries } from './audit-entries.ts';

const day = 86_400_000;
let books: Books;
let workspaceId: string;

/** A long log in which product `rare` has its only entries at the beginning. */
beforeAll(async () => {
  books = await Books.open();
  workspaceId = await books.workspace();
  await sql`
    insert into audit_entries (workspace_id, entry_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id)
    select ${workspaceId}::uuid,
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(at::text), 1, 3) || '8'
        || substr(md5(at::text), 4, 15))::uuid, at,
      'Command', 'person ' || number % 5, 'x', 'plan.changed', 'Plan',
      case when number > 49990 then 'rare/basic' else 'product-' || number % 20 || '/plan-' || number % 7 end
    from generate_series(1, 50000) as number
    cross join lateral (select ${books.clock.now()}::timestamptz - number * interval '10 minutes' as at) as times`.execute(
    books.database,
  );
  await sql`vacuum analyze audit_entries`.execute(books.database);
});
afterAll(() => books?.close());

it.skipIf(citusUrl).each<[string, Partial<AuditFilter>, number]>([
  ['audit_entries_by_owner', { product: 'rare' }, 10],
  ['audit_entries_by_owner', { product: 'product-3' }, 21],
  ['audit_entries_by_owner', { tenantId: randomUUID() }, 0],
  ['audit_entries_by_owner', { apiClientId: randomUUID() }, 0],
  ['audit_entries_by_subject', { product: 'rare', plan: 'basic' }, 10],
])('reads a page by %s, however long the log is: %j', async (index, filter, found) => {
  await reportPlans(books.url);
  const reader = Books.at(books.url, 1, books.clock);
  try {
    const read = () => listAuditEntries(reader.database, workspaceId, { ...filter, limit: 21 });
    // The first execution also reads the catalogue of the database.
    expect(await read()).toHaveLength(found);
    const [plan] = await executedPlans(read);
    expect(plan?.fullReads).not.toContain('audit_entries');
    expect(plan?.conditions.map((condition) => condition.index)).toContain(index);
    expect(plan?.buffers).toBeLessThan(100);
  } finally {
    await reader.close();
  }
});

it('a period is a range of ids', async () => {
  const from = new Date(books.clock.now().getTime() - day);
  const ids = (await listAuditEntries(books.database, workspaceId, { from, limit: 1_000 })).map(
    ({ entryId }) => entryId,
  );
  expect(ids).toHaveLength(144);
  expect(ids.every((id) => id >= lowestIdAt(from))).toBe(true);
});
