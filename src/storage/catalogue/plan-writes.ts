import {
  type MarketplaceMapping,
  type MeterDimension,
  meterOfDimension,
  type Plan,
} from '../../core/catalogue/catalogue.ts';
import { hasDefaultAlerts } from '../../core/catalogue/meter.ts';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import type { Database } from '../database.ts';
import { insertAll } from '../sql/insert-all.ts';
import type { ProductKey } from './product-writes.ts';

type PlanRow = Omit<Plan, 'marketplace'> & { readonly planId: string; readonly editionId: string };

export type MappingRow = MarketplaceMapping & { readonly mappingId: string };

export async function insertPlans(
  database: Database,
  { workspaceId, productId }: ProductKey,
  plans: readonly PlanRow[],
  now: Date,
): Promise<void> {
  await insertAll(database, 'plans', plans, (plan) => ({
    workspace_id: workspaceId,
    product_id: productId,
    plan_id: plan.planId,
    edition_id: plan.editionId,
    slug: plan.slug,
    name: plan.name,
    status: plan.status,
    licence_model: plan.licenceModel,
    billing_model: plan.billingModel,
    capabilities: JSON.stringify(plan.capabilities),
    limits: JSON.stringify(plan.limits),
    service_identifier: plan.serviceIdentifier,
    created_at: now,
  }));
}

/** Subscriptions to the plan can be written meanwhile, unless the billing model changes: mappings reference it. */
export async function updatePlan(
  database: Database,
  workspaceId: string,
  plan: PlanRow,
  revision: number,
): Promise<void> {
  await database
    .updateTable('plans')
    .set({
      edition_id: plan.editionId,
      name: plan.name,
      status: plan.status,
      licence_model: plan.licenceModel,
      billing_model: plan.billingModel,
      capabilities: JSON.stringify(plan.capabilities),
      limits: JSON.stringify(plan.limits),
      service_identifier: plan.serviceIdentifier,
      revision,
    })
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', plan.planId)
    .execute();
}

export const deletePlans = deleteByPlan('plans');

/** Deletes the mappings with their dimensions. */
export const deleteMappings = deleteByPlan('marketplace_mappings');

/** Adds the plans' current contents to their history. */
export async function insertPlanRevisions(
  database: Database,
  workspaceId: string,
  revisions: readonly {
    readonly planId: string;
    readonly revision: number;
    readonly content: PlanContent;
  }[],
  recordedAt: Date,
): Promise<void> {
  await insertAll(database, 'plan_revisions', revisions, ({ planId, revision, content }) => ({
    workspace_id: workspaceId,
    plan_id: planId,
    revision,
    recorded_at: recordedAt,
    content: JSON.stringify(content),
  }));
}

export async function insertMappings(
  database: Database,
  workspaceId: string,
  plans: readonly {
    readonly plan: Pick<PlanRow, 'planId' | 'billingModel'>;
    readonly mappings: readonly MappingRow[];
  }[],
): Promise<void> {
  const rows = plans.flatMap(({ plan, mappings }) => mappings.map((mapping) => ({ plan, mapping })));
  await insertAll(database, 'marketplace_mappings', rows, ({ plan, mapping }) => ({
    workspace_id: workspaceId,
    mapping_id: mapping.mappingId,
    plan_id: plan.planId,
    billing_model: plan.billingModel,
    source_name: mapping.sourceName,
    offer_id: mapping.offerId,
    marketplace_plan_id: mapping.planId,
  }));
  const dimensions = rows.flatMap(({ plan, mapping }) =>
    mapping.dimensions.map((dimension) => ({ plan, mapping, dimension })),
  );
  await insertAll(database, 'meter_dimensions', dimensions, ({ plan, mapping, dimension }) => ({
    workspace_id: workspaceId,
    mapping_id: mapping.mappingId,
    dimension_id: dimension.id,
    billing_model: plan.billingModel,
    name: dimension.name,
    unit: dimension.unit,
    ...meterColumns(dimension),
  }));
}

function meterColumns(dimension: MeterDimension) {
  const meter = meterOfDimension(dimension);
  const { intake, aggregation, included, limit, alertPercents } = meter;
  return {
    intake,
    aggregation,
    included_quantity: included?.quantity ?? null,
    included_per: included?.per ?? null,
    limit_quantity: limit?.quantity ?? null,
    limit_per: limit?.per ?? null,
    limit_action: limit?.action ?? null,
    alert_percents: hasDefaultAlerts(meter) ? null : [...alertPercents],
    previous_meter: dimension.previous ? JSON.stringify(dimension.previous.meter) : null,
    switched_at: dimension.previous?.until ?? null,
  };
}

function deleteByPlan(table: 'plans' | 'marketplace_mappings') {
  return async (database: Database, workspaceId: string, planIds: readonly string[]): Promise<void> => {
    if (planIds.length === 0) return;
    await database
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('plan_id', 'in', planIds)
      .execute();
  };
}
