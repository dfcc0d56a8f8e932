import { CompiledQuery } from 'kysely';
import type { LimitPeriod } from '../../core/catalogue/meter.ts';
import { type QuantitySum, readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import type { LimitPeriods, LimitState } from '../../core/usage/limits/limit.ts';
import type { Database } from '../database.ts';

/** A dimension of a subscription, with its periods of an hour. */
export interface LimitedMeter {
  readonly subscriptionId: string;
  readonly dimension: string;
  /** Empty: none. */
  readonly subject: string;
  /** Of the mapping that its usage is metered by. */
  readonly sourceName: string;
  readonly periods: LimitPeriods;
}

/** The row of `usage_counters` that a limit is counted in. */
export interface CounterKey {
  readonly subscriptionId: string;
  readonly dimension: string;
  /** Empty: the whole subscription. */
  readonly subject: string;
  readonly per: LimitPeriod;
  readonly start: Date;
  readonly end: Date | null;
}

/** The columns of a counter's key, in the order in which counters are locked. */
export const counterKey = ['subscription_id', 'dimension', 'subject', 'per', 'period_start'] as const;

/** The map key of a counter. */
export function counterText({ subscriptionId, dimension, subject, per, start }: CounterKey): string {
  return `${start.getTime()} ${subscriptionId} ${per} ${dimension.length} ${dimension} ${subject}`;
}

/** The meters as one parameter of a statement, for `metersTable`. */
export function metersParameter(meters: readonly LimitedMeter[]): string {
  return JSON.stringify(
    meters.map(
      ({ subscriptionId, dimension, subject, sourceName, periods: { Day, Month, Year, Term } }, index) => ({
        number: index + 1,
        subscription_id: subscriptionId,
        dimension,
        subject,
        source_name: sourceName,
        day_start: Day.start,
        day_end: Day.end,
        month_start: Month.start,
        month_end: Month.end,
        year_start: Year.start,
        year_end: Year.end,
        term_start: Term.start,
        term_end: Term.end,
      }),
    ),
  );
}

/** The meters as a table, each with its `number`, from 1. */
export const metersTable = (parameter: string) => `
  jsonb_to_recordset(${parameter}::jsonb) as meter (
    number integer, subscription_id uuid, dimension text, subject text, source_name text,
    day_start timestamptz, day_end timestamptz, month_start timestamptz, month_end timestamptz,
    year_start timestamptz, year_end timestamptz, term_start timestamptz, term_end timestamptz
  )`;

const isOwn = (workspace: string) => `
  own.workspace_id = ${workspace} and own.tenant_id = subscription.tenant_id
  and own.product_id = subscription.product_id and own.dimension = meter.dimension
  and (own.ends_at is null or own.ends_at > $2::timestamptz)`;

/**
 * The limits in force of each of the meters, read from the tables: a change holds on every node from the moment it is answered.
 * The partner's limit of the customer replaces the plan's; the customer's apply beside it. Of several mappings with a dimension
 * that of the meter's source counts, as for usage. Parameters: $2 now, and $1 the workspace's id, unless
 * another expression has it.
 */
export const limitsOf = (meters: string, workspace = '$1::uuid') => `
  select ${workspace} as workspace_id, meter.number as meter, meter.subscription_id, meter.dimension,
    applied.subject, applied.per,
    case applied.per when 'Day' then meter.day_start when 'Month' then meter.month_start
      when 'Year' then meter.year_start else meter.term_start end as period_start,
    case applied.per when 'Day' then meter.day_end when 'Month' then meter.month_end
      when 'Year' then meter.year_end else meter.term_end end as period_end,
    applied.set_by, applied.quantity, applied.action, plan.alert_percents
  from ${meters}
  join subscriptions as subscription
    on subscription.workspace_id = ${workspace} and subscription.subscription_id = meter.subscription_id
  cross join lateral (
    select dimension.limit_quantity, dimension.limit_per, dimension.limit_action, dimension.alert_percents
    from marketplace_mappings as mapping
    join meter_dimensions as dimension
      on dimension.workspace_id = ${workspace} and dimension.mapping_id = mapping.mapping_id
      and dimension.dimension_id = meter.dimension
    where mapping.workspace_id = ${workspace} and mapping.plan_id = subscription.plan_id
    order by mapping.source_name = meter.source_name desc,
      mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
    limit 1
  ) as plan
  cross join lateral (
    select 'Plan' as set_by, '' as subject, plan.limit_quantity as quantity, plan.limit_per as per,
      plan.limit_action as action
    where plan.limit_quantity is not null
      and not exists (
        select from usage_limits as own
        where ${isOwn(workspace)} and own.subject = '' and own.set_by = 'Partner'
      )
    union all
    select own.set_by, own.subject, own.quantity, own.per, own.action from usage_limits as own
    where ${isOwn(workspace)} and own.subject in ('', meter.subject)
  ) as applied`;

/** A limit with its counter. */
export interface CountedLimit extends LimitState, CounterKey {
  /** The position of its meter among those asked. */
  readonly meter: number;
  /** Null: the limit has no counter yet. Its use is then that of the hours. */
  readonly counterId: string | null;
  /** Null: the default ones. */
  readonly alertPercents: readonly number[] | null;
}

/** As returned by statements. */
export interface LimitRow {
  meter: number;
  subscription_id: string;
  dimension: string;
  subject: string;
  per: LimitPeriod;
  period_start: Date;
  period_end: Date | null;
  set_by: LimitState['setBy'];
  quantity: string;
  action: LimitState['action'];
  counter_id: string | null;
  used: string | null;
  reserved: string | null;
}

export function limitFrom(row: LimitRow): Omit<CountedLimit, 'alertPercents'> {
  return {
    meter: row.meter - 1,
    subscriptionId: row.subscription_id,
    dimension: row.dimension,
    subject: row.subject,
    per: row.per,
    start: row.period_start,
    end: row.period_end,
    setBy: row.set_by,
    quantity: readQuantitySum(row.quantity),
    action: row.action,
    counterId: row.counter_id,
    used: sumFrom(row.used),
    reserved: sumFrom(row.reserved),
  };
}

/** A part of an hour that was carried into another period may leave less than nothing for a moment. */
export function sumFrom(text: string | null): QuantitySum {
  return text === null || text.startsWith('-') ? 0n : readQuantitySum(text);
}

const loadText = `
  select limits.*, counter.counter_id, coalesce(counter.used, hours.used, 0)::text as used,
    greatest(coalesce(counter.reserved, 0) - coalesce(lapsed.reserved, 0), 0)::text as reserved
  from (${limitsOf(metersTable('$3'))}) as limits
  left join usage_counters as counter
    on counter.workspace_id = $1::uuid and counter.subscription_id = limits.subscription_id
    and counter.dimension = limits.dimension and counter.subject = limits.subject and counter.per = limits.per
    and counter.period_start = limits.period_start and counter.period_end is not distinct from limits.period_end
  left join lateral (
    select sum(hours.total) as used from usage_hours as hours
    where counter.counter_id is null and limits.subject = '' and hours.workspace_id = $1::uuid
      and hours.subscription_id = limits.subscription_id and hours.dimension = limits.dimension
      and hours.aggregation in ('Sum', 'Count') and hours.hour >= limits.period_start
      and (limits.period_end is null or hours.hour < limits.period_end)
  ) as hours on true
  left join lateral (
    select sum(held.quantity) as reserved from usage_reservations as held
    where counter.counter_id is not null and held.workspace_id = $1::uuid
      and held.subscription_id = limits.subscription_id and held.dimension = limits.dimension and held.state = 'Held'
      and held.expires_at <= $2::timestamptz and counter.counter_id = any (held.counter_ids)
  ) as lapsed on true
  order by limits.meter, limits.subject, limits.set_by`;

/**
 * The limits in force of these meters with what is used and reserved now: reservations that have lapsed do not count, whether
 * or not they are settled.
 */
export async function loadLimits(
  database: Database,
  workspaceId: string,
  meters: readonly LimitedMeter[],
  now: Date,
): Promise<readonly CountedLimit[]> {
  if (meters.length === 0) return [];
  const { rows } = await database.executeQuery<LimitRow & { readonly alert_percents: number[] | null }>(
    CompiledQuery.raw(loadText, [workspaceId, now, metersParameter(meters)]),
  );
  return rows.map((row) => ({ ...limitFrom(row), alertPercents: row.alert_percents }));
}
