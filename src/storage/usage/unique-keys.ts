import { sql } from 'kysely';
import type { UsageKey } from '../../core/usage/report.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';

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
  const { rows } = await sql<{ hour: Date; subscription_id: string; dimension: string; count: number }>`
    with new as (
      insert into usage_unique_keys (workspace_id, hour, subscription_id, dimension, key_hash)
      select distinct ${workspaceId}::uuid, hour, subscription_id, dimension,
        substring(sha256(convert_to(unique_key, 'UTF8')) for 16) as key_hash
      from unnest(
        ${plainArray(keys.map(({ hour }) => hour))}::timestamptz[],
        ${plainArray(keys.map(({ subscriptionId }) => subscriptionId))}::uuid[],
        ${textArray(keys.map(({ dimension }) => dimension))}::text[],
        ${textArray(keys.map(({ uniqueKey }) => uniqueKey))}::text[]
      ) as sent (hour, subscription_id, dimension, unique_key)
      order by hour, subscription_id, dimension, key_hash
      on conflict do nothing
      returning hour, subscription_id, dimension
    )
    select hour, subscription_id, dimension, count(*)::integer as count from new
    group by hour, subscription_id, dimension`.execute(transaction);
  return rows.map((row) => ({
    hour: row.hour,
    subscriptionId: row.subscription_id,
    dimension: row.dimension,
    count: row.count,
  }));
}
