import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { MeterDimension, PublicationStatus } from '../../core/catalogue/catalogue.ts';
import { type Meter, wholeMeter } from '../../core/catalogue/meter.ts';
import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import type { Database } from '../database.ts';
import type { DB } from '../schema/tables.generated.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';

export interface StoredPlan {
  readonly productId: string;
  readonly planId: string;
  readonly status: PublicationStatus;
  readonly revision: number;
}

/** A plan by its product's slug and its own. */
export async function findPlan(
  database: Database,
  workspaceId: string,
  product: string,
  plan: string,
): Promise<StoredPlan | undefined> {
  const row = await database
    .selectFrom('plans as plan')
    .innerJoin('products as product', (join) => join.on(sameInWorkspace('product', 'plan', 'product_id')))
    .select(['plan.product_id', 'plan.plan_id', 'plan.status', 'plan.revision'])
    .where('plan.workspace_id', '=', workspaceId)
    .where('product.slug', '=', product)
    .where('plan.slug', '=', plan)
    .executeTakeFirst();
  return (
    row && {
      productId: row.product_id,
      planId: row.plan_id,
      status: row.status as PublicationStatus,
      revision: row.revision,
    }
  );
}

/**
 * The current content, in SQL over `plans as plan` and its `plan_revisions as revision`. The limits are the plan's: a node of an
 * earlier release writes revisions without them.
 */
export const currentContent = `revision.content || jsonb_build_object('limits', plan.limits)`;

/** Current contents of plans, by plan id. */
export async function loadPlanContents(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, PlanContent>> {
  if (planIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('plans as plan')
    .innerJoin('plan_revisions as revision', (join) =>
      join.on(sameInWorkspace('revision', 'plan', 'plan_id', 'revision')),
    )
    .select('plan.plan_id')
    .select(sql<PlanContent>`${sql.raw(currentContent)}`.as('content'))
    .where('plan.workspace_id', '=', workspaceId)
    .where('plan.plan_id', 'in', planIds)
    .execute();
  return new Map(rows.map((row) => [row.plan_id, row.content]));
}

/** A meter in the JSON of a query. */
export interface MeterJson extends Omit<Meter, 'alertPercents'> {
  /** Null: the default. */
  readonly alertPercents: readonly number[] | null;
  /** Some members may be missing: they are those of records. */
  readonly previous: Partial<Meter> | null;
  readonly switchedAt: string | null;
}

/** The members of `MeterJson`, for `json_build_object` over `meter_dimensions as dimension`. */
export const meterMembers = sql`
  'intake', dimension.intake,
  'aggregation', dimension.aggregation,
  'included', case when dimension.included_quantity is not null then
    json_build_object('quantity', dimension.included_quantity, 'per', dimension.included_per) end,
  'limit', case when dimension.limit_quantity is not null then
    json_build_object('quantity', dimension.limit_quantity, 'per', dimension.limit_per,
      'action', dimension.limit_action) end,
  'alertPercents', dimension.alert_percents,
  'previous', dimension.previous_meter,
  'switchedAt', dimension.switched_at`;

export function meterFrom({ alertPercents, previous, switchedAt, ...meter }: MeterJson): SwitchedMeter {
  const { intake, aggregation, included, limit } = meter;
  return {
    current: wholeMeter({ intake, aggregation, included, limit, ...(alertPercents && { alertPercents }) }),
    previous: previous && switchedAt ? { meter: wholeMeter(previous), until: new Date(switchedAt) } : null,
  };
}

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
