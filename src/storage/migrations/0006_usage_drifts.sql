-- When the usage of a connection was last compared with what the marketplace holds, and until when somebody is at it.

alter table marketplace_connections add column usage_reconciled_at timestamptz(3);
alter table marketplace_connections add column usage_reconciling_until timestamptz(3);

-- Days on which the marketplace holds another quantity than is Accepted here.

create table usage_drifts (
  workspace_id uuid not null references workspaces,
  source_name text not null,
  -- In small letters.
  marketplace_subscription_id text not null,
  dimension text not null,
  -- In UTC.
  day date not null,
  held_quantity numeric not null check (held_quantity >= 0),
  marketplace_quantity numeric not null check (marketplace_quantity >= 0),
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- When they were first seen to agree again.
  resolved_at timestamptz(3),
  primary key (workspace_id, source_name, marketplace_subscription_id, dimension, day),
  check (held_quantity <> marketplace_quantity),
  check (first_seen_at <= last_seen_at)
);

create index usage_drifts_by_day on usage_drifts (workspace_id, day);
