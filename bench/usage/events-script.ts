import type { PgbenchScript } from './pgbench.ts';

const workspaceId = "'00000000-0000-4000-8000-000000000000'::uuid";
const subscription = (number: string) =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-000000000000')::uuid`;

/** The inserts and upserts of an intake of 500 events of 25 meters, with the lock of the day and the notification. */
export function eventsScript(events: number, meters: number): PgbenchScript {
  return {
    rows: events,
    text: `\\set first random(0, 199) * ${meters}
begin;
select received_on from usage_event_days where workspace_id = ${workspaceId} for share;
insert into usage_events (
  workspace_id, received_on, source, event_id, subscription_id, dimension, hour, is_carried, occurred_at, quantity,
  unique_key, received_at
)
select ${workspaceId}, current_date, 'bench', sent.event_id, ${subscription(`:first + sent.number % ${meters}`)}, 'rows',
  date_trunc('hour', now()), false, now(), 12.5, null, now()
from (select number, gen_random_uuid()::text as event_id from generate_series(1, ${events}) as number) as sent
where not coalesce((
  select true from usage_events as known
  where known.workspace_id = ${workspaceId} and known.received_on between current_date - 2 and current_date - 1
    and known.source = 'bench' and known.event_id = sent.event_id
  limit 1
), false)
order by sent.event_id
on conflict do nothing;
insert into usage_hours as hours (
  workspace_id, subscription_id, dimension, hour, source_name, marketplace_subscription_id, marketplace_plan_id,
  aggregation, included_quantity, included_per, total, events, carried, closes_at
)
select ${workspaceId}, ${subscription(':first + number')}, 'rows', date_trunc('hour', now()), 'Shop', 'subscription',
  'basic', 'Sum', 1000000000, 'Month', 250, ${events / meters}, 0, now() + interval '2 hours'
from generate_series(0, ${meters - 1}) as number
order by 2
on conflict (workspace_id, subscription_id, dimension, hour) do update
set total = hours.total + excluded.total, events = hours.events + excluded.events
where hours.closed_at is null and hours.aggregation = excluded.aggregation;
insert into usage_periods as period (
  workspace_id, subscription_id, dimension, period_start, period_end, used, reported, counted, included_quantity
)
select ${workspaceId}, ${subscription(':first + number')}, 'rows', date_trunc('month', now()),
  date_trunc('month', now()) + interval '1 month', 0, 0, 250, 1000000000
from generate_series(0, ${meters - 1}) as number
order by 2
on conflict (workspace_id, subscription_id, dimension, period_start) do update
set counted = period.counted + excluded.counted;
commit;
`,
  };
}

/** The day of the workspace that the script writes. */
export const eventsScriptDay = `insert into usage_event_days values (${workspaceId}, current_date) on conflict do nothing`;
