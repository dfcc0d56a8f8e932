import { expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '../tables.generated.ts';

/** The column `dimensions` of a query over `marketplace_mappings as mapping`. */
export function dimensionsOfMapping() {
  const mapping = expressionBuilder<DB & { mapping: DB['marketplace_mappings'] }, 'mapping'>();
  return jsonArrayFrom(
    mapping
      .selectFrom('meter_dimensions as dimension')
      .whereRef('dimension.workspace_id', '=', 'mapping.workspace_id')
      .whereRef('dimension.mapping_id', '=', 'mapping.mapping_id')
      .orderBy('dimension.dimension_id')
      .select(['dimension.dimension_id as id', 'dimension.name', 'dimension.unit']),
  ).as('dimensions');
}
