-- How a workspace reaches the marketplace that sells its plans: one publisher account for each source of mappings.

create table marketplace_connections (
  workspace_id uuid not null references workspaces,
  connection_id uuid not null,
  source_name text not null check (length(source_name) between 1 and 100),
  auth_url text not null,
  marketplace_url text not null,
  tenant_id uuid not null,
  client_id uuid not null,
  sealed_client_secret bytea not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, connection_id),
  unique (workspace_id, source_name)
);

alter table workspaces add column usage_hold_minutes integer not null default 15
  check (usage_hold_minutes between 0 and 120);

-- One report for each subscription, dimension and hour. The hot table: its key leads with the hour, so that new rows
-- come together, and it refers to nothing, so that writing a row asks no other table.

create table usage_reports (
  workspace_id uuid not null,
  hour timestamptz(0) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  subscription_id uuid not null,
  dimension text not null check (length(dimension) between 1 and 100),
  report_id uuid not null,
  -- What the marketplace calls the subscription and the plan, and through whom it is told.
  source_name text not null,
  marketplace_subscription_id text not null,
  marketplace_plan_id text not null,
  quantity numeric(16, 6) not null check (quantity between 0 and 1000000000),
  status text not null check (
    status in ('Pending', 'Accepted', 'QuantityMismatch', 'Rejected', 'Expired', 'Skipped')
  ),
  first_recorded_at timestamptz(3) not null,
  -- From when on a sender may take it: when its hold is over, later when the next try is.
  due_at timestamptz(3) not null,
  -- How often a sender has claimed it. Above 0 it counts as sent: the quantity is frozen.
  claims integer not null check (claims >= 0),
  claimed_until timestamptz(3),
  reason_code text,
  reason_detail text,
  decided_at timestamptz(3),
  primary key (workspace_id, hour, subscription_id, dimension),
  check ((status in ('Pending', 'Skipped')) = (decided_at is null)),
  check (claimed_until is null or status = 'Pending'),
  check (status <> 'Skipped' or (quantity = 0 and claims = 0)),
  check (status = 'Skipped' or quantity > 0)
);

create index usage_reports_to_send
  on usage_reports (workspace_id, source_name, due_at, hour, subscription_id, dimension) where status = 'Pending';

create index usage_reports_to_expire on usage_reports (hour) where status = 'Pending';

-- Answers to requests with an Idempotency-Key, kept for 24 hours.

create table idempotent_answers (
  workspace_id uuid not null,
  api_client_id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  request_hash bytea not null check (length(request_hash) = 32),
  answer text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, api_client_id, idempotency_key),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);

create index idempotent_answers_by_age on idempotent_answers (created_at);
