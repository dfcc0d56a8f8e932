-- Where partners are told of events. A removed endpoint keeps its row for as long as its log is kept.

create table webhook_endpoints (
  workspace_id uuid not null references workspaces,
  endpoint_id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  description text not null check (length(description) <= 200),
  -- Types, groups of them (`subscription.*`), or `*`.
  event_types text[] not null check (cardinality(event_types) > 0),
  -- False: only the products listed in webhook_endpoint_products.
  all_products boolean not null,
  -- Their values may be secrets, such as the key of a gateway: sealed, all together.
  header_names text[] not null,
  sealed_headers bytea not null,
  -- Null: as many as it takes.
  rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 60000),
  sealed_secret bytea not null,
  -- The one before the last rotation, and until when it signs too.
  sealed_previous_secret bytea,
  previous_secret_ends_at timestamptz(3),
  -- Since when every try has failed.
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('ByPartner', 'Gone', 'Failing')),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (workspace_id, endpoint_id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((sealed_previous_secret is null) = (previous_secret_ends_at is null))
);

create table webhook_endpoint_products (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  product_id uuid not null,
  primary key (workspace_id, endpoint_id, product_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade,
  foreign key (workspace_id, product_id) references products on delete cascade
);

-- One row for each event and each endpoint that hears of it: a hot table, so it refers to nothing. Claiming changes no
-- indexed column, and a page has room for the new version of a row, so that a claim writes to no index.

create table webhook_deliveries (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('Pending', 'Delivered', 'Failed', 'Cancelled')),
  due_at timestamptz(3) not null,
  claims integer not null default 0 check (claims >= 0),
  claimed_until timestamptz(3),
  failed_tries integer not null default 0 check (failed_tries between 0 and 10),
  decided_at timestamptz(3),
  primary key (workspace_id, endpoint_id, event_id),
  check ((status = 'Pending') = (decided_at is null)),
  check (claimed_until is null or status = 'Pending')
) with (fillfactor = 70);

create index webhook_deliveries_to_send
  on webhook_deliveries (workspace_id, endpoint_id, due_at, event_id) where status = 'Pending';
create index webhook_deliveries_by_event on webhook_deliveries (workspace_id, event_id, endpoint_id);
create index webhook_deliveries_failed
  on webhook_deliveries (workspace_id, event_id, endpoint_id) where status in ('Failed', 'Cancelled');

-- What came of each try; kept for 30 days.

create table webhook_attempts (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- The number of the claim under which it was made.
  attempt integer not null check (attempt > 0),
  attempted_at timestamptz(3) not null,
  -- Null: there was no answer, and `error` says why.
  status integer check (status between 100 and 999),
  duration_milliseconds integer not null check (duration_milliseconds >= 0),
  -- The beginning of the answer's body.
  answer text check (octet_length(answer) <= 4096),
  error text check (length(error) <= 500),
  primary key (workspace_id, endpoint_id, event_id, attempt),
  check ((status is null) = (error is not null))
);

create index webhook_attempts_by_age on webhook_attempts (attempted_at);

-- The log is filtered by what the events say.

create index events_by_tenant on events (workspace_id, (data ->> 'tenantId'), event_id);
create index events_by_type on events (workspace_id, type, event_id);

-- When a trial's end is to be announced; told once in a subscription's life.

alter table subscriptions add column trial_ending_at timestamptz(3);
alter table subscriptions add column trial_ending_told boolean not null default false;

update subscriptions set trial_ending_at = trial_ends_at - interval '3 days'
where status = 'Active' and trial_ends_at is not null;

create index subscriptions_to_announce on subscriptions (trial_ending_at)
  where trial_ending_at is not null and not trial_ending_told;
