import { type RawBuilder, sql } from 'kysely';
import { nearPercent, type RiskKind, type RiskMoments, riskKinds } from '../../core/subscriptions/at-risk.ts';
import { isOwnMapping } from '../catalogue/own-mapping.ts';
import type { Database } from '../database.ts';

/** Whether the period of `usage_periods as period` is the present one of its dimension, with an included quantity. */
export function isPresentPeriod(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    period.closed_at is null and period.included_quantity > 0 and period.period_start <= ${now}::timestamptz
    and (period.period_end is null or period.period_end > ${now}::timestamptz)
    and not exists (
      select from usage_periods as later
      where later.workspace_id = period.workspace_id and later.subscription_id = period.subscription_id
        and later.dimension = period.dimension and later.period_start > period.period_start
        and later.period_start <= ${now}::timestamptz
    )
  )`;
}

/** The use of `usage_periods as period`; an old row may not be counted. */
export const periodUse = sql`greatest(coalesce(period.counted, period.used), 0)`;

/** The dimensions of `finding`, of the last check of `marketplace_connections as connection`, that still are in a mapping. */
export const rejectedDimensions = sql`
  marketplace_connections as connection
  cross join lateral jsonb_array_elements(connection.findings) as finding
  join marketplace_mappings as mapping on mapping.workspace_id = connection.workspace_id
    and mapping.mapping_id::text = finding ->> 'mappingId'
  join meter_dimensions as dimension on dimension.workspace_id = mapping.workspace_id
    and dimension.mapping_id = mapping.mapping_id and dimension.dimension_id = finding ->> 'dimension'`;

export const isRejection = sql`(finding ->> 'check' = 'dimensions' and finding ->> 'outcome' = 'Failing')`;

/** Whether `usage_counters as counter` is of `subscriptions as subscription` and its period a present one. */
export function isPresentCounter(workspace: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(counter.workspace_id = ${workspace} and counter.subscription_id = subscription.subscription_id
    and counter.period_start <= ${now}::timestamptz
    and (counter.period_end is null or counter.period_end > ${now}::timestamptz))`;
}

/** What is used and reserved of `usage_counters as counter`. */
export const counterUse = sql`(greatest(counter.used, 0) + counter.reserved)`;

/**
 * Joins the lowest limit in force of the subject and period of `usage_counters as counter`, which is near it: `lowest.quantity`.
 * `limitsInForce` of the core has the same limits.
 *
 * @param workspace in a subquery of a subscription its column, otherwise the id: Citus plans each in its own way
 */
export function joinNearLimit(workspace: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const own = sql`
    select own.quantity from usage_limits as own
    where own.workspace_id = ${workspace} and own.tenant_id = subscription.tenant_id
      and own.product_id = subscription.product_id and own.dimension = counter.dimension
      and (own.ends_at is null or own.ends_at > ${now}::timestamptz)`;
  return sql`
    join lateral (
      select min(quantity) as quantity from (
        (${own} and own.subject = counter.subject and own.per = counter.per)
        union all
        select planned.limit_quantity from (
          select dimension.limit_quantity, dimension.limit_per
          from marketplace_mappings as mapping
          join meter_dimensions as dimension on dimension.workspace_id = ${workspace}
            and dimension.mapping_id = mapping.mapping_id and dimension.dimension_id = counter.dimension
          where mapping.workspace_id = ${workspace} and mapping.plan_id = subscription.plan_id
          order by ${isOwnMapping(workspace)} desc, mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
          limit 1
        ) as planned
        where counter.subject = '' and planned.limit_per = counter.per
          and not exists (${own} and own.set_by = 'Partner')
      ) as limits
    ) as lowest on lowest.quantity > 0 and ${counterUse} * 100 >= lowest.quantity * ${nearPercent}`;
}

const joinActive = sql`
  join subscriptions as subscription on subscription.workspace_id = mapping.workspace_id
    and subscription.plan_id = mapping.plan_id and subscription.status = 'Active'
    and subscription.source = 'Marketplace'`;

/** The risks of all customers as rows of `tenant_id` and `kind`. The rules are those of `risksOf`. */
function risksOfWorkspace(
  workspaceId: string,
  { now, endsBefore, silentSince }: RiskMoments,
): RawBuilder<unknown> {
  const workspace = sql`${workspaceId}::uuid`;
  const ofWorkspace = (alias: string) => sql`${sql.ref(`${alias}.workspace_id`)} = ${workspaceId}`;
  return sql`
    select subscription.tenant_id,
      case when ${periodUse} > period.included_quantity then 'OverIncluded' else 'NearIncluded' end as kind
    from usage_periods as period
    join subscriptions as subscription on subscription.workspace_id = period.workspace_id
      and subscription.subscription_id = period.subscription_id and subscription.status = 'Active'
    where ${ofWorkspace('period')} and ${isPresentPeriod(now)}
      and ${periodUse} * 100 >= period.included_quantity * ${nearPercent}
    union all
    select subscription.tenant_id, 'NearLimit'
    from subscriptions as subscription
    join usage_counters as counter on ${isPresentCounter(workspace, now)} ${joinNearLimit(workspace, now)}
    where ${ofWorkspace('subscription')} and subscription.status = 'Active'
    union all
    select subscription.tenant_id, 'UsageWillBeRejected'
    from ${rejectedDimensions} ${joinActive}
    where ${ofWorkspace('connection')} and ${isRejection}
    union all
    select subscription.tenant_id, 'CredentialEnding'
    from marketplace_connections as connection
    join marketplace_mappings as mapping on mapping.workspace_id = connection.workspace_id
      and mapping.source_name = connection.source_name
    ${joinActive}
    where ${ofWorkspace('connection')} and connection.credential_ends_at <= ${endsBefore}
      and ${isOwnMapping(workspace)}
    union all
    select subscription.tenant_id,
      case when subscription.trial_ends_at <= ${endsBefore} then 'TrialEnding' else 'TermEnding' end
    from subscriptions as subscription
    where ${ofWorkspace('subscription')} and subscription.status = 'Active'
      and (subscription.trial_ends_at <= ${endsBefore}
        or not subscription.renews_itself and subscription.valid_until <= ${endsBefore})
    union all
    select subscription.tenant_id, 'NoCalls'
    from subscriptions as subscription
    join workspaces as workspace on workspace.workspace_id = subscription.workspace_id
    left join customer_calls as call on call.workspace_id = subscription.workspace_id
      and call.tenant_id = subscription.tenant_id and call.product_id = subscription.product_id
    where ${ofWorkspace('subscription')} and subscription.status = 'Active'
      and greatest(coalesce(call.last_call_at, workspace.calls_recorded_since), subscription.activated_at)
        <= ${silentSince}
      and subscription.product_id in (select product_id from customer_calls where workspace_id = ${workspaceId})`;
}

/** The ids of the customers with a risk, of one kind or of any. */
export function tenantsAtRisk(
  workspaceId: string,
  moments: RiskMoments,
  kind: RiskKind | 'Any',
): RawBuilder<unknown> {
  const condition = kind === 'Any' ? sql`true` : sql`kind = ${kind}`;
  return sql`select tenant_id from (${risksOfWorkspace(workspaceId, moments)}) as risk where ${condition}`;
}

export interface RiskCounts {
  /** Customers with any risk. */
  readonly count: number;
  /** Customers by kind, those without any left out. */
  readonly kinds: readonly { readonly kind: RiskKind; readonly count: number }[];
  /** The first few, those with the most urgent kind first. */
  readonly tenantIds: readonly string[];
}

export async function loadRiskCounts(
  database: Database,
  workspaceId: string,
  moments: RiskMoments,
  limit: number,
): Promise<RiskCounts> {
  const { rows } = await sql<{ count: number; kinds: Record<string, number>; tenant_ids: string[] }>`
    with risks as (${risksOfWorkspace(workspaceId, moments)}),
    customers as (
      select tenant_id, min(array_position(${riskKinds}::text[], kind)) as rank from risks group by tenant_id
    )
    select (select count(*)::integer from customers) as count,
      (select coalesce(jsonb_object_agg(kind, counted), '{}')
        from (select kind, count(distinct tenant_id) as counted from risks group by kind) as kinds) as kinds,
      array(select tenant_id from customers order by rank, tenant_id limit ${limit})::text[] as tenant_ids`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error('The count returned no row');
  const kinds = riskKinds.flatMap((kind) => {
    const count = row.kinds[kind];
    return count === undefined ? [] : [{ kind, count }];
  });
  return { count: row.count, kinds, tenantIds: row.tenant_ids };
}
