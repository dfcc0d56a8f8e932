import { sql } from 'kysely';
import type { BillingModel } from '../../core/catalogue/catalogue.ts';
import { defaultKind, type MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import { type MeteredCandidate, type MeterMapping, ownMappings } from '../../core/usage/meter-mapping.ts';
import { activePeriodsOf, termsOf } from '../../core/usage/period.ts';
import { type CandidateKey, candidateKeyText } from '../../core/usage/reports/target.ts';
import { isOwnMapping } from '../catalogue/own-mapping.ts';
import { type MeterJson, meterFrom, meterMembers } from '../catalogue/plans.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { subscriptionFromState } from '../subscriptions/subscriptions.ts';

type MappingJson = Omit<MeterMapping, 'eventMeters' | 'kind'> & {
  /** Null for the default. */
  readonly kind: MarketplaceKind | null;
  readonly isOwn: boolean;
  readonly eventMeters: readonly (MeterJson & { readonly dimension: string })[];
};

/** The tenant and product of a subscription. */
export async function loadCandidateKey(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<CandidateKey | undefined> {
  const { rows } = await sql<CandidateKey>`
    select subscription.tenant_id as "tenantId", product.slug as product
    from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = ${workspaceId} and subscription.subscription_id = ${subscriptionId}`.execute(
    database,
  );
  return rows[0];
}

/**
 * Subscriptions of all these products and tenants in one query, by `candidateKeyText`. Every key has an entry, possibly
 * empty.
 */
export async function loadUsageCandidates(
  database: Database,
  workspaceId: string,
  questions: readonly CandidateKey[],
): Promise<ReadonlyMap<string, readonly MeteredCandidate[]>> {
  if (questions.length === 0) return new Map();
  const { rows } = await sql<{
    product: string;
    plan_slug: string;
    billing_model: string;
    mappings: MappingJson[];
    states: unknown[];
  }>`
    select product.slug as product, plan.slug as plan_slug, plan.billing_model,
      array(
        select json_build_object(
          'sourceName', mapping.source_name,
          'kind', (
            select connection.kind from marketplace_connections as connection
            where connection.workspace_id = ${workspaceId} and connection.source_name = mapping.source_name
              and connection.kind <> ${defaultKind}
          ),
          'isOwn', ${isOwnMapping(sql`${workspaceId}::uuid`)},
          'marketplacePlanId', mapping.marketplace_plan_id,
          'dimensions', array(
            select dimension.dimension_id from meter_dimensions as dimension
            where dimension.workspace_id = ${workspaceId} and dimension.mapping_id = mapping.mapping_id
            order by dimension.dimension_id
          ),
          'eventMeters', array(
            select json_build_object('dimension', dimension.dimension_id, ${meterMembers})
            from meter_dimensions as dimension
            where dimension.workspace_id = ${workspaceId} and dimension.mapping_id = mapping.mapping_id
              and (dimension.intake = 'Events' or dimension.previous_meter is not null)
          )
        )
        from marketplace_mappings as mapping
        where mapping.workspace_id = ${workspaceId} and mapping.plan_id = plan.plan_id
        order by mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
      ) as mappings,
      array(
        select history.state from subscription_history as history
        where history.workspace_id = ${workspaceId}
          and history.subscription_id = subscription.subscription_id
        order by history.revision
      ) as states
    from ${unnestRows('question', questions, { product: 'text', tenant_id: 'uuid' })}
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
  const found = new Map<string, MeteredCandidate[]>(
    questions.map((question) => [candidateKeyText(workspaceId, question), []]),
  );
  for (const { product, plan_slug, billing_model, mappings: all, states } of rows) {
    const history = states.map(subscriptionFromState);
    const subscription = history.at(-1);
    if (!subscription) continue;
    const mappings = ownMappings(all);
    const dimensions = [...new Set(mappings.flatMap((mapping) => mapping.dimensions))];
    found.get(candidateKeyText(workspaceId, { product, tenantId: subscription.tenantId }))?.push({
      subscription,
      plan: { slug: plan_slug, billingModel: billing_model as BillingModel, dimensions },
      activePeriods: activePeriodsOf(history),
      terms: termsOf(history),
      mappings: mappings.map(({ eventMeters, kind, isOwn: _, ...mapping }) => ({
        ...mapping,
        ...(kind && { kind }),
        eventMeters: new Map(eventMeters.map((meter) => [meter.dimension, meterFrom(meter)])),
      })),
    });
  }
  return found;
}
