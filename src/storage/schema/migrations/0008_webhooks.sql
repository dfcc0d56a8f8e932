-- The outbox: an event is written in the transaction of its change.

create table events (
  workspace_id uuid not null references workspaces,
  event_id uuid not null,
  type text not null,
  occurred_at timestamptz(3) not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  primary key (workspace_id, event_id)
);

create index events_by_tenant on events (workspace_id, (data ->> 'tenantId'), event_id);
create index events_by_type on events (workspace_id, type, event_id);
-- Finds the events about a person whose data is deleted.
create index events_of_members on events (workspace_id, (data #>> '{member,memberId}')) where data ? 'member';

-- Partners' addresses for events. The row of a removed endpoint stays as long as its log.

create table webhook_endpoints (
  workspace_id uuid not null references workspaces,
  endpoint_id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  description text not null check (length(description) <= 200),
  -- Types, groups of them (`subscription.*`), or `*`.
  event_types text[] not null check (cardinality(event_types) > 0),
  -- False: only the products in webhook_endpoint_products.
  all_products boolean not null,
  -- The values may be secrets, such as the key of a gateway: sealed, all together.
  header_names text[] not null,
  sealed_headers bytea not null,
  -- Null: no limit.
  rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 60000),
  sealed_secret bytea not null,
  -- Since when every attempt has failed.
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('ByPartner', 'Gone', 'Failing')),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (workspace_id, endpoint_id),
  check ((disabled_at is null) = (disabled_reason is null))
);

create table webhook_endpoint_products (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  product_id uuid not null,
  primary key (workspace_id, endpoint_id, product_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade,
  foreign key (workspace_id, product_id) references products on delete cascade
);

-- The secrets before the last rotations, which sign deliveries too until they end.

create table webhook_previous_secrets (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  secret_id uuid not null default gen_random_uuid(),
  sealed_secret bytea not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, endpoint_id, secret_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade
);

-- The lease of an endpoint's lane: only its holder sends the deliveries of the endpoint.

create table webhook_leases (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  -- The fencing token: larger with every holder.
  token integer not null,
  holder uuid not null,
  -- Null: the holder has ended it.
  leased_until timestamptz(3),
  primary key (workspace_id, endpoint_id)
) with (fillfactor = 50);

-- One row for each event and each endpoint that gets it, written once more when it is settled. A hot table, so it has no
-- foreign keys, and its pages have room for the new versions of their rows.

create table webhook_deliveries (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- A replay is a new delivery of the event in the same row; webhook_past_deliveries has those before it.
  replay integer not null default 0,
  status text not null check (status in ('Pending', 'Delivered', 'Failed', 'Cancelled')),
  due_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Those of the deliveries before the replay, included in the number above.
  earlier_attempts integer not null default 0,
  failed_attempts integer not null default 0 check (failed_attempts between 0 and 10),
  decided_at timestamptz(3),
  -- The first attempt. Further ones are in webhook_attempts.
  first_attempted_at timestamptz(3),
  first_status integer,
  first_duration_milliseconds integer,
  first_answer text check (octet_length(first_answer) <= 4096),
  first_error text check (length(first_error) <= 500),
  primary key (workspace_id, endpoint_id, event_id),
  check ((status = 'Pending') = (decided_at is null))
) with (fillfactor = 50);

create index webhook_deliveries_to_send
  on webhook_deliveries (workspace_id, endpoint_id, due_at, event_id) where status = 'Pending';
create index webhook_deliveries_by_event on webhook_deliveries (workspace_id, event_id, endpoint_id);
create index webhook_deliveries_failed
  on webhook_deliveries (workspace_id, event_id, endpoint_id) where status in ('Failed', 'Cancelled');

-- Deliveries that were replayed, with their outcome.

create table webhook_past_deliveries (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  replay integer not null,
  status text not null check (status in ('Delivered', 'Failed', 'Cancelled')),
  due_at timestamptz(3) not null,
  attempts integer not null,
  earlier_attempts integer not null,
  failed_attempts integer not null,
  decided_at timestamptz(3) not null,
  first_attempted_at timestamptz(3),
  first_status integer,
  first_duration_milliseconds integer,
  first_answer text,
  first_error text,
  primary key (workspace_id, event_id, endpoint_id, replay)
);

-- The attempts after the first of each delivery.

create table webhook_attempts (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- Counted over all deliveries of the event to the endpoint.
  attempt integer not null check (attempt > 0),
  attempted_at timestamptz(3) not null,
  -- Null: there was no response, and `error` says why.
  status integer check (status between 100 and 999),
  duration_milliseconds integer not null check (duration_milliseconds >= 0),
  -- The beginning of the response body.
  answer text check (octet_length(answer) <= 4096),
  error text check (length(error) <= 500),
  primary key (workspace_id, endpoint_id, event_id, attempt),
  check ((status is null) = (error is not null))
);

create index webhook_attempts_by_age on webhook_attempts (attempted_at);
