import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** How many marketplace subscriptions to each plan have not ended, by plan id. */
export async function loadMarketplaceCounts(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (planIds.length === 0) return new Map();
  const { rows } = await sql<{ plan_id: string; count: number }>`
    select plan_id, count(*)::integer as count from subscriptions
    where workspace_id = ${workspaceId} and plan_id = any(${planIds}::uuid[])
      and source = 'Marketplace' and ended_at is null
    group by plan_id`.execute(database);
  return new Map(rows.map(({ plan_id, count }) => [plan_id, count]));
}
