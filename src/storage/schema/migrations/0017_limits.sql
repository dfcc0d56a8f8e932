-- What may be used of a dimension in a period. Deny: no reservation beyond it; Warn: only told.

alter table meter_dimensions
  add column limit_quantity numeric(16, 6),
  add column limit_per text,
  add column limit_action text,
  -- When the use is announced, in per cent of the included quantity or the limit; null: the default.
  add column alert_percents smallint[];

alter table meter_dimensions add constraint meter_dimensions_limit check (
  (limit_quantity is null) = (limit_per is null) and (limit_quantity is null) = (limit_action is null)
  and (limit_quantity is null or (limit_quantity > 0 and intake = 'Events' and aggregation in ('Sum', 'Count')))
  and (limit_per is null or limit_per in ('Day', 'Month', 'Year', 'Term'))
  and (limit_action is null or limit_action in ('Deny', 'Warn'))
) not valid;
alter table meter_dimensions validate constraint meter_dimensions_limit;
alter table meter_dimensions add constraint meter_dimensions_alerts check (
  cardinality(alert_percents) <= 10 and 1 <= all (alert_percents) and 1000 >= all (alert_percents)
) not valid;
alter table meter_dimensions validate constraint meter_dimensions_alerts;

-- Limits of one customer: the partner's, instead of the plan's, and the customer's own, for the tenant or a subject (a user, a
-- team, an agent).

create table usage_limits (
  workspace_id uuid not null references workspaces,
  tenant_id uuid not null,
  product_id uuid not null,
  dimension text not null check (length(dimension) between 1 and 100),
  -- Empty: the whole tenant.
  subject text not null default '' check (length(subject) <= 128),
  set_by text not null check (set_by in ('Partner', 'Customer')),
  quantity numeric(16, 6) not null check (quantity >= 0),
  per text not null check (per in ('Day', 'Month', 'Year', 'Term')),
  action text not null check (action in ('Deny', 'Warn')),
  reason text check (length(reason) between 1 and 500),
  -- Null: until it is removed.
  ends_at timestamptz(3),
  set_at timestamptz(3) not null,
  -- The person, as in the audit log.
  actor text not null,
  primary key (workspace_id, tenant_id, product_id, dimension, subject, set_by),
  check (set_by = 'Customer' or subject = '')
);

-- What is used and reserved of a period that has a limit. A row counts from the moment it is made: it begins with the use of
-- the period's hours, and every intake adds to the counters of its hours. A hot table: one update for each group of
-- reservations, on the same page.

create table usage_counters (
  workspace_id uuid not null,
  subscription_id uuid not null,
  dimension text not null,
  -- Empty: the whole subscription.
  subject text not null,
  per text not null check (per in ('Day', 'Month', 'Year', 'Term')),
  period_start timestamptz(0) not null,
  -- Null: not known.
  period_end timestamptz(0),
  counter_id uuid not null,
  -- Of the subscription: the total of the period's hours. Of a subject: what its reservations committed.
  used numeric(30, 6) not null,
  reserved numeric(30, 6) not null check (reserved >= 0),
  announced_percent smallint not null default 0,
  primary key (workspace_id, subscription_id, dimension, subject, per, period_start),
  unique (workspace_id, counter_id)
) with (fillfactor = 50);

create index usage_counters_by_end on usage_counters (period_end);

-- A reservation that is held counts in its counters. Settled ones stay for a while, so that a repeated request gets the same
-- answer.

create table usage_reservations (
  workspace_id uuid not null,
  reservation_id uuid not null,
  api_client_id uuid not null,
  tenant_id uuid not null,
  product_id uuid not null,
  subscription_id uuid not null,
  dimension text not null,
  -- Empty: none.
  subject text not null,
  quantity numeric(16, 6) not null check (quantity > 0),
  -- Empty: nothing limits it.
  counter_ids uuid[] not null,
  granted_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  state text not null check (state in ('Held', 'Committed', 'Released', 'Lapsed')),
  committed_quantity numeric(16, 6) check (committed_quantity between 0 and quantity),
  settled_at timestamptz(3),
  primary key (workspace_id, reservation_id),
  check ((state = 'Held') = (settled_at is null)),
  check ((state = 'Committed') = (committed_quantity is not null))
) with (fillfactor = 70);

create index usage_reservations_held
  on usage_reservations (workspace_id, subscription_id, dimension, expires_at) where state = 'Held';
create index usage_reservations_to_lapse on usage_reservations (expires_at) where state = 'Held';

-- True once the workspace has a counter: its intakes add to counters. It is set under the row's lock, so that no intake
-- misses a counter.

alter table usage_event_days add column has_counters boolean not null default false;
