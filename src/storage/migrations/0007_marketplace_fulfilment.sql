-- What the marketplace tells us of its operations, and what we asked of it ourselves: each is kept once, and applied
-- outside the call that brought it.

create table marketplace_calls (
  workspace_id uuid not null references workspaces,
  source_name text not null check (length(source_name) between 1 and 100),
  operation_id text not null check (length(operation_id) between 1 and 100),
  marketplace_subscription_id text not null check (length(marketplace_subscription_id) between 1 and 100),
  -- As the marketplace writes it: new ones appear.
  action text not null check (length(action) <= 100),
  requested_by text check (requested_by in ('Marketplace', 'Publisher')),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  received_at timestamptz(3) not null,
  -- How often it came again.
  repeats integer not null default 0 check (repeats >= 0),
  state text not null check (state in ('Received', 'Applied', 'Ignored', 'Refused', 'Failed')),
  -- How often it was claimed; also tells a claim from the one that took over from it.
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  -- What became of it, or what the last try met.
  detail text check (length(detail) <= 1000),
  decided_at timestamptz(3),
  primary key (workspace_id, source_name, operation_id),
  check ((state = 'Received') = (decided_at is null)),
  check (claimed_until is null or state = 'Received')
);

create index marketplace_calls_to_apply on marketplace_calls (due_at) where state = 'Received';
create index marketplace_calls_by_time on marketplace_calls (workspace_id, received_at);

-- Whether the marketplace may sell fewer seats than are assigned; support is told then.

alter table workspaces add column accepts_fewer_seats boolean not null default false;

-- Until when the credential of a connection is good, as whoever entered it says; and when its subscriptions were last
-- compared with ours, until when somebody is at it, and when somebody last asked for it.

alter table marketplace_connections add column credential_ends_at timestamptz(3);
alter table marketplace_connections add column reconciled_at timestamptz(3);
alter table marketplace_connections add column reconciling_until timestamptz(3);
alter table marketplace_connections add column reconciliation_asked_at timestamptz(3);

-- The marketplace calls a connection by its id alone.
create unique index marketplace_connections_by_id on marketplace_connections (connection_id);
