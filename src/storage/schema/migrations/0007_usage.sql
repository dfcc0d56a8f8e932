-- One report for each subscription, dimension and hour. A hot table: its key begins with the hour, so that new rows are
-- on the same pages, it has no foreign keys, so that a write reads no other table, and its pages have room for the new
-- version of each row.

create table usage_reports (
  workspace_id uuid not null,
  hour timestamptz(0) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  subscription_id uuid not null,
  dimension text not null check (length(dimension) between 1 and 100),
  report_id uuid not null,
  origin text not null default 'Records',
  -- The marketplace's names of connection, subscription and plan. Without a subscription there, the report is not billed.
  source_name text not null,
  marketplace_subscription_id text,
  marketplace_plan_id text not null,
  quantity numeric(16, 6) not null check (quantity between 0 and 1000000000),
  status text not null check (
    status in ('Pending', 'Accepted', 'QuantityMismatch', 'Rejected', 'Expired', 'Skipped', 'NotBilled')
  ),
  first_recorded_at timestamptz(3) not null,
  -- The end of its hold, later that of its back-off.
  due_at timestamptz(3) not null,
  -- Those that have ended: above 0, or in a lease, the quantity is frozen.
  attempts integer not null check (attempts >= 0),
  reason_code text,
  reason_detail text,
  decided_at timestamptz(3),
  primary key (workspace_id, hour, subscription_id, dimension),
  constraint usage_reports_decided_check
    check ((status in ('Pending', 'Skipped', 'NotBilled')) = (decided_at is null)),
  check (status <> 'Skipped' or (quantity = 0 and attempts = 0)),
  constraint usage_reports_quantity_above_zero_check
    check (status in ('Skipped', 'NotBilled') or quantity > 0),
  constraint usage_reports_not_billed_check
    check ((status = 'NotBilled') = (marketplace_subscription_id is null))
) with (fillfactor = 50);

create index usage_reports_to_send
  on usage_reports (workspace_id, source_name, due_at, hour, subscription_id, dimension) where status = 'Pending';

-- A Pending report is never decided, so the second condition changes nothing. But with statistics of an empty queue the
-- planner would lease along this index and sort all due reports; only a statement with the condition can use it.
create index usage_reports_to_expire on usage_reports (hour) where status = 'Pending' and decided_at is null;

-- The lock of a connection's queue: exclusive for a lease, shared for a change of a report that may be leased.

create table usage_queues (
  workspace_id uuid not null,
  source_name text not null,
  primary key (workspace_id, source_name)
);

-- A worker leases a batch of reports with one row here; the reports are written once, when they are settled. They are
-- frozen until the lease is ended, also after its time.

create table usage_leases (
  workspace_id uuid not null,
  lease_id uuid not null,
  source_name text not null,
  holder uuid not null,
  leased_until timestamptz(3) not null,
  report_ids uuid[] not null check (cardinality(report_ids) > 0),
  primary key (workspace_id, lease_id)
);

-- Days on which the marketplace has another quantity than the accepted reports.

create table usage_drifts (
  workspace_id uuid not null references workspaces,
  source_name text not null,
  -- In lower case.
  marketplace_subscription_id text not null,
  dimension text not null,
  -- In UTC.
  day date not null,
  held_quantity numeric not null check (held_quantity >= 0),
  marketplace_quantity numeric not null check (marketplace_quantity >= 0),
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- When the quantities were first equal again.
  resolved_at timestamptz(3),
  primary key (workspace_id, source_name, marketplace_subscription_id, dimension, day),
  check (held_quantity <> marketplace_quantity),
  check (first_seen_at <= last_seen_at)
);

create index usage_drifts_by_day on usage_drifts (workspace_id, day);

-- Usage events as they were sent, by the day on which they were received. A worker makes partitions ahead and drops old
-- ones; the default partition takes the events of a day without one.

create table usage_events (
  workspace_id uuid not null,
  received_on date not null,
  source text not null check (length(source) between 1 and 256),
  event_id text not null check (length(event_id) between 1 and 128),
  subscription_id uuid not null,
  dimension text not null,
  -- The hour in which it counts: later than that of occurred_at if it was carried.
  hour timestamptz(0) not null,
  is_carried boolean not null,
  occurred_at timestamptz(3) not null,
  quantity numeric(16, 6),
  unique_key text,
  received_at timestamptz(3) not null,
  primary key (workspace_id, received_on, source, event_id)
) partition by range (received_on);

create table usage_events_default partition of usage_events default;

create index usage_events_of_hour
  on usage_events (workspace_id, subscription_id, dimension, hour, event_id collate "C");

-- The day under which a workspace's events are filed. It never goes back, and moves on when no intake of the day before is
-- running: an event is a duplicate if one of three days has it.

create table usage_event_days (
  workspace_id uuid primary key,
  received_on date not null
);

-- The total of the events of an hour, updated by every intake until the hour is closed. The marketplace's names, the
-- aggregation and the included quantity are those of the hour's first event.

create table usage_hours (
  workspace_id uuid not null,
  subscription_id uuid not null,
  dimension text not null,
  hour timestamptz(0) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  source_name text not null,
  marketplace_subscription_id text,
  marketplace_plan_id text not null,
  aggregation text not null check (aggregation in ('Sum', 'Count', 'Max', 'Unique')),
  included_quantity numeric(16, 6),
  included_per text not null check (included_per in ('Month', 'Year', 'Term')),
  total numeric(30, 6) not null check (total >= 0),
  events bigint not null,
  carried bigint not null,
  duplicates bigint not null default 0,
  closes_at timestamptz(3) not null,
  closed_at timestamptz(3),
  -- Null while it is open, and if it has no report.
  report_id uuid,
  primary key (workspace_id, subscription_id, dimension, hour),
  check (report_id is null or closed_at is not null)
) with (fillfactor = 70);

create index usage_hours_to_close on usage_hours (closes_at) where closed_at is null;

-- The unique keys of an hour, hashed: they may be personal data.

create table usage_unique_keys (
  workspace_id uuid not null,
  hour timestamptz(0) not null,
  subscription_id uuid not null,
  dimension text not null,
  key_hash bytea not null,
  primary key (workspace_id, hour, subscription_id, dimension, key_hash)
) partition by range (hour);

create table usage_unique_keys_default partition of usage_unique_keys default;

-- The use of each period for which a quantity is included.

create table usage_periods (
  workspace_id uuid not null,
  subscription_id uuid not null,
  dimension text not null,
  period_start timestamptz(0) not null,
  -- Null: not known.
  period_end timestamptz(0),
  -- Of closed hours, and the part of it that was reported.
  used numeric(30, 6) not null check (used >= 0),
  reported numeric(30, 6) not null check (reported >= 0),
  -- Of open and closed hours. Null: not counted yet.
  counted numeric(30, 6),
  -- Of the hour that was last counted or closed.
  included_quantity numeric(16, 6),
  -- The greatest threshold that was announced, in per cent of the included quantity.
  announced_percent smallint not null default 0,
  -- When its use was final and announced.
  closed_at timestamptz(3),
  primary key (workspace_id, subscription_id, dimension, period_start)
);

create index usage_periods_to_close on usage_periods (period_end) where closed_at is null;
