import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionFacts } from '../../core/subscriptions/at-risk.ts';
import type { SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import { readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import type { Database } from '../database.ts';
import {
  counterUse,
  isPresentPeriod,
  isRejection,
  joinNearLimits,
  periodUse,
  rejectedDimensions,
} from './customers-at-risk.ts';

interface Row {
  tenant_id: string;
  subscription_id: string;
  status: string;
  trial_ends_at: Date | null;
  valid_until: Date | null;
  renews_itself: boolean;
  activated_at: Date | null;
  product: string;
  product_name: string;
  plan: string;
  plan_name: string;
  last_call_at: Date | null;
  calls_recorded_since: Date | null;
  is_product_called: boolean;
  uses:
    | { dimension: string; name: string; used: string; included: string; start: string; end: string | null }[]
    | null;
  near_limits:
    | {
        name: string;
        subject: string | null;
        used: string;
        quantity: string;
        start: string;
        end: string | null;
      }[]
    | null;
  rejected: { mappingId: string; dimensions: string[]; checkedAt: string }[] | null;
  credentials: { connectionId: string; sourceName: string; endsAt: string }[] | null;
}

/** The name of a dimension of `subscriptions as subscription`. */
function nameOf(dimension: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select dimension.name from marketplace_mappings as mapping
    join meter_dimensions as dimension on dimension.workspace_id = mapping.workspace_id
      and dimension.mapping_id = mapping.mapping_id and dimension.dimension_id = ${dimension}
    where mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
    order by mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
    limit 1
  )`;
}

/** The subscriptions of the customers that have not ended, newest first, by tenant id. In one statement. */
export async function loadSubscriptionFacts(
  database: Database,
  workspaceId: string,
  tenantIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly SubscriptionFacts[]>> {
  if (tenantIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select subscription.tenant_id, subscription.subscription_id, subscription.status, subscription.trial_ends_at,
      subscription.valid_until, subscription.renews_itself, subscription.activated_at, product.slug as product,
      product.name as product_name, plan.slug as plan, plan.name as plan_name, call.last_call_at,
      workspace.calls_recorded_since,
      exists (
        select from customer_calls as other
        where other.workspace_id = subscription.workspace_id and other.product_id = subscription.product_id
      ) as is_product_called,
      (
        select jsonb_agg(jsonb_build_object(
          'dimension', period.dimension, 'name', coalesce(named.name, period.dimension), 'used', (${periodUse})::text,
          'included', period.included_quantity::text, 'start', period.period_start, 'end', period.period_end
        ) order by period.dimension)
        from usage_periods as period
        left join lateral ${nameOf(sql`period.dimension`)} as named on true
        where period.workspace_id = subscription.workspace_id
          and period.subscription_id = subscription.subscription_id and ${isPresentPeriod(now)}
      ) as uses,
      (
        select jsonb_agg(jsonb_build_object(
          'name', coalesce(named.name, counter.dimension), 'subject', nullif(counter.subject, ''),
          'used', ${counterUse}::text, 'quantity', lowest.quantity::text,
          'start', counter.period_start, 'end', counter.period_end
        ) order by counter.dimension, counter.subject, counter.per)
        from (select subscription.*) as subscription ${joinNearLimits(now)}
        left join lateral ${nameOf(sql`counter.dimension`)} as named on true
      ) as near_limits,
      case when subscription.source = 'Marketplace' then (
        select jsonb_agg(jsonb_build_object(
          'mappingId', mapping_id, 'dimensions', dimensions, 'checkedAt', checked_at) order by mapping_id)
        from (
          select mapping.mapping_id, max(connection.checked_at) as checked_at,
            jsonb_agg(distinct dimension.dimension_id) as dimensions
          from ${rejectedDimensions}
          where connection.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
            and ${isRejection}
          group by mapping.mapping_id
        ) as mappings
      ) end as rejected,
      case when subscription.source = 'Marketplace' then (
        select jsonb_agg(distinct jsonb_build_object('connectionId', connection.connection_id,
          'sourceName', connection.source_name, 'endsAt', connection.credential_ends_at))
        from marketplace_mappings as mapping
        join marketplace_connections as connection on connection.workspace_id = mapping.workspace_id
          and connection.source_name = mapping.source_name
        where mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
          and connection.credential_ends_at is not null
      ) end as credentials
    from subscriptions as subscription
    join workspaces as workspace on workspace.workspace_id = subscription.workspace_id
    join products as product on product.workspace_id = subscription.workspace_id
      and product.product_id = subscription.product_id
    join plans as plan on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id
    left join customer_calls as call on call.workspace_id = subscription.workspace_id
      and call.tenant_id = subscription.tenant_id and call.product_id = subscription.product_id
    where subscription.workspace_id = ${workspaceId} and subscription.tenant_id = any(${tenantIds}::uuid[])
      and subscription.ended_at is null
    order by subscription.tenant_id, subscription.subscription_id desc`.execute(database);
  const found = new Map<string, SubscriptionFacts[]>();
  for (const row of rows) {
    const facts = factsFrom(row);
    const own = found.get(facts.tenantId);
    if (own) own.push(facts);
    else found.set(facts.tenantId, [facts]);
  }
  return found;
}

function factsFrom(row: Row): SubscriptionFacts {
  return {
    tenantId: row.tenant_id,
    subscriptionId: row.subscription_id,
    product: { slug: row.product, name: row.product_name },
    plan: { slug: row.plan, name: row.plan_name },
    status: row.status as SubscriptionStatus,
    trialEndsAt: row.trial_ends_at,
    validUntil: row.valid_until,
    renewsItself: row.renews_itself,
    activatedAt: row.activated_at,
    lastCallAt: row.last_call_at,
    callsRecordedSince: row.calls_recorded_since,
    isProductCalled: row.is_product_called,
    uses: (row.uses ?? []).map(({ used, included, start, end, ...use }) => ({
      ...use,
      used: readQuantitySum(used),
      included: readQuantitySum(included),
      start: new Date(start),
      end: end === null ? null : new Date(end),
    })),
    nearLimits: (row.near_limits ?? []).map(({ used, quantity, start, end, ...use }) => ({
      ...use,
      used: readQuantitySum(used),
      quantity: readQuantitySum(quantity),
      start: new Date(start),
      end: end === null ? null : new Date(end),
    })),
    rejected: (row.rejected ?? []).map(({ checkedAt, ...mapping }) => ({
      ...mapping,
      checkedAt: new Date(checkedAt),
    })),
    credentials: (row.credentials ?? []).map(({ endsAt, ...credential }) => ({
      ...credential,
      endsAt: new Date(endsAt),
    })),
  };
}
