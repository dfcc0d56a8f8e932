import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** The name and unit of a dimension, as people see them. */
export interface DimensionName {
  readonly planId: string;
  readonly dimension: string;
  readonly name: string;
  readonly unit: string;
}

/** The dimensions of these plans. Of several mappings with a dimension the first is the one that usage is reported to. */
export async function loadDimensionNames(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<readonly DimensionName[]> {
  if (planIds.length === 0) return [];
  const { rows } = await sql<DimensionName>`
    select distinct on (mapping.plan_id, dimension.dimension_id) mapping.plan_id as "planId",
      dimension.dimension_id as dimension, dimension.name, dimension.unit
    from marketplace_mappings as mapping
    join meter_dimensions as dimension
      on dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
    where mapping.workspace_id = ${workspaceId} and mapping.plan_id = any(${planIds}::uuid[])
    order by mapping.plan_id, dimension.dimension_id, mapping.source_name, mapping.offer_id,
      mapping.marketplace_plan_id`.execute(database);
  return rows;
}
