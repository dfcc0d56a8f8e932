import { sql } from 'kysely';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

export interface CustomerCall {
  readonly tenantId: string;
  /** Slug. */
  readonly product: string;
}

/** A stored call that is younger is not replaced: a busy customer would be written at every flush. */
const minutesStored = 5;

/** Stores the last call about each customer and product. Unknown ones are left out: anybody can ask about any tenant. */
export async function saveCalls(
  database: Database,
  workspaceId: string,
  calls: readonly CustomerCall[],
  at: Date,
): Promise<void> {
  await sql`
    insert into customer_calls as known (workspace_id, tenant_id, product_id, last_call_at)
    select distinct shard.workspace_id, tenant.tenant_id, product.product_id, ${at}::timestamptz
    from ${onShardOf(workspaceId)}
    cross join ${unnestRows('called', calls, { tenant_id: 'uuid', product: 'text' })}
    join tenants as tenant on tenant.workspace_id = shard.workspace_id and tenant.tenant_id = called.tenant_id
    join products as product on product.workspace_id = shard.workspace_id and product.slug = called.product
    left join customer_calls as stored on stored.workspace_id = shard.workspace_id
      and stored.tenant_id = tenant.tenant_id and stored.product_id = product.product_id
    where stored.last_call_at is null
      or stored.last_call_at <= ${at}::timestamptz - ${minutesStored} * interval '1 minute'
    order by tenant.tenant_id, product.product_id
    on conflict (workspace_id, tenant_id, product_id)
      do update set last_call_at = greatest(known.last_call_at, excluded.last_call_at)`.execute(database);
}
