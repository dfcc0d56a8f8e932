import { sql } from 'kysely';
import type { BillingModel } from '../core/catalogue.ts';
import type { Subscription } from '../core/subscription.ts';
import type { Database } from './database.ts';
import { subscriptionFromState } from './subscriptions.ts';

/** Where a plan's meters are told: the marketplace mapping that has them. */
export interface MeterMapping {
  readonly sourceName: string;
  readonly marketplacePlanId: string;
  readonly dimensions: readonly string[];
}

/** A subscription that a usage record may be about, with all that decides whether it is. */
export interface UsageCandidate {
  readonly product: string;
  readonly subscription: Subscription;
  readonly plan: { readonly slug: string; readonly billingModel: BillingModel };
  readonly mappings: readonly MeterMapping[];
  /** What it was from each recorded step on, in order. */
  readonly states: readonly Subscription[];
}

export interface CandidateQuestion {
  readonly product: string;
  readonly tenantId: string;
}

/** The subscriptions of all these products and tenants in one look-up, whatever the number of questions. */
export async function loadUsageCandidates(
  database: Database,
  workspaceId: string,
  questions: readonly CandidateQuestion[],
): Promise<readonly UsageCandidate[]> {
  if (questions.length === 0) return [];
  const { rows } = await sql<{
    product: string;
    plan_slug: string;
    billing_model: string;
    mappings: MeterMapping[];
    states: unknown[];
  }>`
    select product.slug as product, plan.slug as plan_slug, plan.billing_model,
      array(
        select json_build_object(
          'sourceName', mapping.source_name,
          'marketplacePlanId', mapping.marketplace_plan_id,
          'dimensions', array(
            select dimension.dimension_id from meter_dimensions as dimension
            where dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
            order by dimension.dimension_id
          )
        )
        from marketplace_mappings as mapping
        where mapping.workspace_id = plan.workspace_id and mapping.plan_id = plan.plan_id
        order by mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
      ) as mappings,
      array(
        select history.state from subscription_history as history
        where history.workspace_id = subscription.workspace_id
          and history.subscription_id = subscription.subscription_id
        order by history.revision
      ) as states
    from unnest(
        ${questions.map(({ product }) => product)}::text[],
        ${questions.map(({ tenantId }) => tenantId)}::uuid[]
      ) as question (product, tenant_id)
    join products as product
      on product.workspace_id = ${workspaceId} and product.slug = question.product and product.status <> 'Draft'
    join subscriptions as subscription
      on subscription.workspace_id = product.workspace_id
      and subscription.product_id = product.product_id
      and subscription.tenant_id = question.tenant_id
    join plans as plan
      on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id`.execute(
    database,
  );
  return rows.flatMap((row) => {
    const states = row.states.map(subscriptionFromState);
    const subscription = states.at(-1);
    if (!subscription) return [];
    return [
      {
        product: row.product,
        subscription,
        plan: { slug: row.plan_slug, billingModel: row.billing_model as BillingModel },
        mappings: row.mappings,
        states,
      },
    ];
  });
}
