import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';

/** Tables that grow with time, and are kept for years or, below the line, for a month. */
export const growingTables = [
  'audit_entries',
  'entitlement_versions',
  'subscription_history',
  'usage_hours',
  'usage_periods',
  'usage_reports',
  'events',
  'webhook_deliveries',
] as const;

export interface Rows {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** Its history is real. */
  readonly customer: { readonly subscriptionId: string; readonly tenantId: string };
  /** How many meters have usage in every hour. */
  readonly meters: number;
  /** The last instant of the rows. */
  readonly until: Date;
}

/** A statement that adds millions of rows runs into its time limit. */
const quarter = 90;

/** Adds rows of days that have passed, the last one `until`, as they are after all work is done; `from` days before it. */
export async function addDays(database: Database, rows: Rows, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += quarter) {
    await addQuarter(database, rows, first, Math.min(first + quarter, to));
  }
  // As autovacuum does in production.
  await sql.raw(`vacuum analyze ${growingTables.join(', ')}`).execute(database);
}

async function addQuarter(database: Database, rows: Rows, from: number, to: number): Promise<void> {
  const { workspaceId, endpointId, customer, meters, until } = rows;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  const hours = sql`(
    select md5('meter ' || meter)::uuid as subscription_id,
      date_trunc('hour', ${until}::timestamptz) - hour * interval '1 hour' as hour
    from generate_series(1, ${meters}::integer) as meter
    cross join generate_series(${from * 24}::integer, ${to * 24 - 1}::integer) as hour
  ) as filled`;
  await run(sql`
    insert into usage_reports (workspace_id, hour, subscription_id, dimension, report_id, source_name,
      marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at)
    select ${workspaceId}::uuid, hour, subscription_id, 'calls', gen_random_uuid(), 'Shop', 'one', 'metered', 1, 'Accepted', hour,
      hour, 1, hour
    from ${hours}`);
  await run(sql`
    insert into usage_hours (workspace_id, subscription_id, dimension, hour, source_name, marketplace_subscription_id,
      marketplace_plan_id, aggregation, included_per, total, events, carried, closes_at, closed_at)
    select ${workspaceId}::uuid, subscription_id, 'calls', hour, 'Shop', 'one', 'metered', 'Count', 'Month', 1, 1, 0, hour, hour
    from ${hours}`);
  await run(sql`
    insert into usage_periods (workspace_id, subscription_id, dimension, period_start, period_end, used, reported, closed_at)
    select ${workspaceId}::uuid, subscription_id, 'calls', date_trunc('month', hour),
      date_trunc('month', hour) + interval '1 month', 1, 1, max(hour)
    from ${hours} group by 1, 2, 3, 4, 5
    on conflict do nothing`);
  // Every customer changes once a month; those of a day are the newest states.
  const months = sql`generate_series(${Math.ceil(from / 30)}::integer, ${Math.ceil(to / 30) - 1}::integer) as month`;
  await run(sql`
    insert into usage_periods (workspace_id, subscription_id, dimension, period_start, period_end, used, reported, closed_at)
    select workspace_id, subscription_id, 'posts', began, began + interval '1 month', 1, 1, began + interval '32 days'
    from subscriptions cross join ${months}
    cross join lateral (
      select date_trunc('month', ${until}::timestamptz) - (month + 1) * interval '1 month' as began
    ) as period
    where workspace_id = ${workspaceId}`);
  await run(sql`
    insert into subscription_history (workspace_id, subscription_id, revision, recorded_at, move, actor, state)
    select workspace_id, subscription_id, 1000 - month, ${until}::timestamptz - month * interval '30 days', 'renew', 'a', '{}'
    from subscriptions cross join ${months}
    where workspace_id = ${workspaceId} and subscription_id <> ${customer.subscriptionId}`);
  await run(sql`
    insert into entitlement_versions (workspace_id, product_id, tenant_id, version, recorded_at)
    select workspace_id, product_id, tenant_id, 1000 - month, ${until}::timestamptz - month * interval '30 days'
    from entitlements cross join ${months}
    where workspace_id = ${workspaceId} and tenant_id <> ${customer.tenantId}`);
  const ids = (days: number) => sql`(
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(at::text), 1, 3) || '8'
      || substr(md5(at::text), 4, 15))::uuid as id, at
    from generate_series(${until}::timestamptz - ${Math.min(to, days)} * interval '1 day',
      ${until}::timestamptz - ${Math.min(from, days)} * interval '1 day' - interval '1 minute', interval '5 minutes') as at
  ) as filled`;
  await run(sql`
    insert into audit_entries (workspace_id, entry_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id)
    select ${workspaceId}::uuid, id, at, 'Command', 'person ' || (random() * 9)::integer, 'a', 'a', kind,
      case kind when 'Plan' then 'product-' || (random() * 50)::integer || '/plan-' || (random() * 9)::integer
        else ${customer.subscriptionId} end
    from ${ids(366)} cross join lateral (
      select case when random() < 0.9 then 'Plan' else 'Subscription' end as kind where at is not null
    ) as chosen`);
  await run(sql`
    insert into events (workspace_id, event_id, type, occurred_at, data)
    select ${workspaceId}::uuid, id, 'subscription.renewed', at, '{}' from ${ids(30)}`);
  await run(sql`
    insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, due_at, attempts, failed_attempts, decided_at)
    select ${workspaceId}::uuid, ${endpointId}, id, 'Delivered', at, 1, 0, at from ${ids(30)}
    on conflict do nothing`);
}
