import { sql } from 'kysely';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { insertOnShard, onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

export interface KeyOfHour extends UsageKey {
  readonly uniqueKey: string;
}

/** Stores the keys that are new to their hour, and returns how many each hour got. */
export async function insertUniqueKeys(
  transaction: Database,
  workspaceId: string,
  keys: readonly KeyOfHour[],
): Promise<readonly (UsageKey & { readonly count: number })[]> {
  if (keys.length === 0) return [];
  const counts = new Map<string, UsageKey & { count: number }>();
  await insertOnShard(transaction, workspaceId, async () => {
    const result = await sql<UsageKey>`
      insert into usage_unique_keys (workspace_id, hour, subscription_id, dimension, key_hash)
      select distinct shard.workspace_id, hour, subscription_id, dimension,
        substring(sha256(convert_to(unique_key, 'UTF8')) for 16) as key_hash
      from ${onShardOf(workspaceId)} cross join ${unnestRows('sent', keys, {
        hour: 'timestamptz',
        subscription_id: 'uuid',
        dimension: 'text',
        unique_key: 'text',
      })}
      order by hour, subscription_id, dimension, key_hash
      on conflict do nothing
      returning hour, subscription_id as "subscriptionId", dimension`.execute(transaction);
    for (const key of result.rows) {
      const known = counts.get(usageKeyText(key));
      counts.set(usageKeyText(key), { ...key, count: (known?.count ?? 0) + 1 });
    }
    return result;
  });
  return [...counts.values()];
}
