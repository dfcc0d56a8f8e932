import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(1);
});
afterAll(() => books.close());

it('a changed plan raises events for more tenants than one batch holds', async () => {
  const workspaceId = await books.workspace();
  const first = await books.createActive(workspaceId);
  await sql`
    with tenant as (
      insert into tenants (workspace_id, tenant_id, created_at)
      select ${workspaceId}, gen_random_uuid(), ${books.clock.now()} from generate_series(1, 1200)
      returning tenant_id
    ), entitlement as (
      insert into entitlements (workspace_id, product_id, tenant_id, version, recorded_at)
      select ${workspaceId}, ${first.productId}, tenant_id, 1, ${books.clock.now()} from tenant
    )
    insert into subscriptions (workspace_id, subscription_id, tenant_id, product_id, plan_id, source, status,
      is_trial, renews_itself, created_at, activated_at, changed_at, revision)
    select ${workspaceId}, gen_random_uuid(), tenant_id, ${first.productId}, ${first.planId}, 'Direct', 'Active',
      false, false, ${books.clock.now()}, ${books.clock.now()}, ${books.clock.now()}, 1 from tenant`.execute(
    books.database,
  );
  await revisePlan(books.context, workspaceId, 'forum', 'basic', { name: 'Basic plus' });
  const { rows } = await sql<{ tenants: number; events: number; raised: number }>`
    select count(distinct data ->> 'tenantId')::integer as tenants, count(*)::integer as events,
      (select count(*)::integer from entitlements where workspace_id = ${workspaceId} and version > 1) as raised
    from events where workspace_id = ${workspaceId} and type = 'entitlement.changed'
      and data -> 'plan' ->> 'name' = 'Basic plus'`.execute(books.database);
  expect(rows).toEqual([{ tenants: 1_201, events: 1_201, raised: 1_201 }]);
});
