import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { MeterDimension } from '../../core/catalogue/catalogue.ts';
import type { DB } from '../tables.generated.ts';
import { type MeterJson, meterFrom, meterMembers } from './meters.ts';

/** The column `dimensions` of a query over `marketplace_mappings as mapping`. */
export function dimensionsOfMapping() {
  const mapping = expressionBuilder<DB & { mapping: DB['marketplace_mappings'] }, 'mapping'>();
  return jsonArrayFrom(
    mapping
      .selectFrom('meter_dimensions as dimension')
      .whereRef('dimension.workspace_id', '=', 'mapping.workspace_id')
      .whereRef('dimension.mapping_id', '=', 'mapping.mapping_id')
      .orderBy('dimension.dimension_id')
      .select(['dimension.dimension_id as id', 'dimension.name', 'dimension.unit'])
      .select(sql<MeterJson>`json_build_object(${meterMembers})`.as('meter')),
  ).as('dimensions');
}

/** From the JSON of the column. */
export function dimensionFrom({
  id,
  name,
  unit,
  meter,
}: Pick<MeterDimension, 'id' | 'name' | 'unit'> & { readonly meter: MeterJson }): MeterDimension {
  const { current, previous } = meterFrom(meter);
  return { id, name, unit, ...current, previous };
}
