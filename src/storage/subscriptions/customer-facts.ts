import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionFacts } from '../../core/subscriptions/at-risk.ts';
import { readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import { isOwnMapping } from '../catalogue/own-mapping.ts';
import type { Database } from '../database.ts';
import {
  counterUse,
  isPresentCounter,
  isPresentPeriod,
  isRejection,
  joinNearLimit,
  periodUse,
  rejectedDimensions,
} from './customers-at-risk.ts';

interface Row
  extends Omit<SubscriptionFacts, 'product' | 'plan' | 'uses' | 'nearLimits' | 'rejected' | 'credentials'> {
  product: string;
  productName: string;
  plan: string;
  planName: string;
  uses:
    | { dimension: string; name: string; used: string; included: string; start: string; end: string | null }[]
    | null;
  nearLimits:
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
    order by ${isOwnMapping(sql`subscription.workspace_id`)} desc,
      mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
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
  const workspace = sql`subscription.workspace_id`;
  const { rows } = await sql<Row>`
    select subscription.tenant_id as "tenantId", subscription.subscription_id as "subscriptionId", subscription.status,
      subscription.trial_ends_at as "trialEndsAt", subscription.valid_until as "validUntil",
      subscription.renews_itself as "renewsItself", subscription.activated_at as "activatedAt",
      product.slug as product, product.name as "productName", plan.slug as plan, plan.name as "planName",
      call.last_call_at as "lastCallAt", workspace.calls_recorded_since as "callsRecordedSince",
      exists (
        select from customer_calls as other
        where other.workspace_id = subscription.workspace_id and other.product_id = subscription.product_id
      ) as "isProductCalled",
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
        from usage_counters as counter ${joinNearLimit(workspace, now)}
        left join lateral ${nameOf(sql`counter.dimension`)} as named on true
        where ${isPresentCounter(workspace, now)}
      ) as "nearLimits",
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
          and connection.credential_ends_at is not null and ${isOwnMapping(workspace)}
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
  const { productName, planName, ...facts } = row;
  return {
    ...facts,
    product: { slug: row.product, name: productName },
    plan: { slug: row.plan, name: planName },
    uses: (row.uses ?? []).map(({ used, included, start, end, ...use }) => ({
      ...use,
      used: readQuantitySum(used),
      included: readQuantitySum(included),
      start: new Date(start),
      end: end === null ? null : new Date(end),
    })),
    nearLimits: (row.nearLimits ?? []).map(({ used, quantity, start, end, ...use }) => ({
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
