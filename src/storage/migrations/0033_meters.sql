-- How a dimension is fed. Another intake or aggregation takes effect at switched_at; previous_meter is the one before.
alter table meter_dimensions
  add column intake text not null default 'Records',
  add column aggregation text,
  add column included_quantity numeric(16, 6),
  add column included_per text,
  add column previous_meter jsonb,
  add column switched_at timestamptz(0);

alter table meter_dimensions add constraint meter_dimensions_meter check (
  intake in ('Records', 'Events')
  and (intake = 'Events') = (aggregation is not null)
  and (aggregation is null or aggregation in ('Sum', 'Count', 'Max', 'Unique'))
  and (included_quantity is null) = (included_per is null)
  and (included_quantity is null or (included_quantity > 0 and aggregation in ('Sum', 'Count')))
  and (included_per is null or included_per in ('Month', 'Year', 'Term'))
  and (previous_meter is null) = (switched_at is null)
) not valid;

alter table usage_reports add column origin text not null default 'Records';

-- Usage events as they were sent, by the day on which they were received. Partitions are made ahead and dropped by a
-- worker; the default one takes events of a day without a partition.
create table usage_events (
  workspace_id uuid not null,
  received_on date not null,
  source text not null check (length(source) between 1 and 256),
  event_id text not null check (length(event_id) between 1 and 128),
  subscription_id uuid not null,
  dimension text not null,
  -- The hour in which it counts: a later one than that of occurred_at if it was carried.
  hour timestamptz(0) not null,
  is_carried boolean not null,
  occurred_at timestamptz(3) not null,
  quantity numeric(16, 6),
  unique_key text,
  received_at timestamptz(3) not null,
  primary key (workspace_id, received_on, source, event_id)
) partition by range (received_on);

create table usage_events_default partition of usage_events default;

-- The day under which a workspace's events are filed. It never goes back, and moves on when no intake of the day before is
-- under way: an event is a duplicate if one of three days has it.
create table usage_event_days (
  workspace_id uuid primary key,
  received_on date not null
);

-- What the events of an hour amount to, kept current by every intake until the hour is closed. The address, the
-- aggregation and the included quantity are those of the hour's first event.
create table usage_hours (
  workspace_id uuid not null,
  subscription_id uuid not null,
  dimension text not null,
  hour timestamptz(0) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  source_name text not null,
  marketplace_subscription_id text not null,
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

-- The use of closed hours in each period for which a quantity is included.
create table usage_periods (
  workspace_id uuid not null,
  subscription_id uuid not null,
  dimension text not null,
  period_start timestamptz(0) not null,
  -- Null if it is not known.
  period_end timestamptz(0),
  used numeric(30, 6) not null check (used >= 0),
  reported numeric(30, 6) not null check (reported >= 0),
  primary key (workspace_id, subscription_id, dimension, period_start)
);
