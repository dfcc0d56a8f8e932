import type { PublicationStatus } from '../../core/catalogue/catalogue.ts';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import type { Database } from '../database.ts';

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
    .innerJoin('products as product', (join) =>
      join
        .onRef('product.workspace_id', '=', 'plan.workspace_id')
        .onRef('product.product_id', '=', 'plan.product_id'),
    )
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
      join
        .onRef('revision.workspace_id', '=', 'plan.workspace_id')
        .onRef('revision.plan_id', '=', 'plan.plan_id')
        .onRef('revision.revision', '=', 'plan.revision'),
    )
    .select(['plan.plan_id', 'revision.content'])
    .where('plan.workspace_id', '=', workspaceId)
    .where('plan.plan_id', 'in', planIds)
    .execute();
  return new Map(rows.map((row) => [row.plan_id, row.content as unknown as PlanContent]));
}
