import type { PublicationStatus } from '../core/catalogue.ts';
import type { PlanContent } from '../core/in-force.ts';
import type { Database } from './database.ts';

export interface StoredPlan {
  readonly productId: string;
  readonly planId: string;
  readonly status: PublicationStatus;
  readonly revision: number;
}

/** A plan by the slugs of its product and its own. */
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

/** What the plan says now, locked until the transaction ends; subscriptions to it can still be written. */
export async function lockPlanContent(
  database: Database,
  workspaceId: string,
  planId: string,
): Promise<{ readonly content: PlanContent; readonly revision: number }> {
  const { revision } = await database
    .selectFrom('plans')
    .select('revision')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { content } = await database
    .selectFrom('plan_revisions')
    .select('content')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return { content: content as unknown as PlanContent, revision };
}

/** Writes what the plan says from now on; what it said before is kept. */
export async function savePlanRevision(
  database: Database,
  workspaceId: string,
  planId: string,
  { content, revision }: { readonly content: PlanContent; readonly revision: number },
  now: Date,
): Promise<void> {
  await database
    .updateTable('plans')
    .set({
      revision,
      name: content.name,
      capabilities: JSON.stringify(content.capabilities),
      service_identifier: content.serviceIdentifier,
    })
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .execute();
  await database
    .insertInto('plan_revisions')
    .values({
      workspace_id: workspaceId,
      plan_id: planId,
      revision,
      recorded_at: now,
      content: JSON.stringify(content),
    })
    .execute();
}
