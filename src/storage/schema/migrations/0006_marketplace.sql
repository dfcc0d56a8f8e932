-- A publisher account at a marketplace, one for each source of mappings.

create table marketplace_connections (
  workspace_id uuid not null references workspaces,
  connection_id uuid not null,
  source_name text not null check (length(source_name) between 1 and 100),
  auth_url text not null,
  marketplace_url text not null,
  tenant_id uuid not null,
  client_id uuid not null,
  sealed_client_secret bytea not null,
  credential_kind text not null check (credential_kind in ('secret', 'certificate')),
  -- As entered by a person.
  credential_ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Counts edits by people, not what the service records below.
  revision integer not null default 1 check (revision > 0),
  -- For development: notifications are accepted without the marketplace's token.
  accepts_unsigned_calls boolean not null default false,
  -- When the marketplace last sent a notification with a valid token.
  notified_at timestamptz(3),
  -- The last check by the doctor.
  findings jsonb,
  checked_at timestamptz(3),
  -- The last comparison of subscriptions, the lease of a running one, and the last request for one.
  reconciled_at timestamptz(3),
  reconciling_until timestamptz(3),
  reconciliation_asked_at timestamptz(3),
  reconciliation jsonb check (jsonb_typeof(reconciliation) = 'object'),
  -- Of the last attempt since then.
  reconciliation_failure text check (length(reconciliation_failure) <= 1000),
  -- The last comparison of usage, and the lease of a running one.
  usage_reconciled_at timestamptz(3),
  usage_reconciling_until timestamptz(3),
  -- The circuit of usage: since when requests have failed, the last failure, and the end of the pause.
  sending_failing_since timestamptz(3),
  sending_failure text check (length(sending_failure) <= 1000),
  sending_rests_until timestamptz(3),
  primary key (workspace_id, connection_id),
  unique (workspace_id, source_name)
);

-- The address for notifications has the id of the connection alone.
create unique index marketplace_connections_by_id on marketplace_connections (connection_id);

-- The marketplace's notifications of operations, and the operations that Tessera has requested itself. Each is stored
-- once, and applied by a worker.

create table marketplace_notifications (
  workspace_id uuid not null references workspaces,
  source_name text not null check (length(source_name) between 1 and 100),
  -- The marketplace's id, unique within a source.
  operation_id text not null check (length(operation_id) between 1 and 100),
  -- Tessera's id, time-ordered.
  notification_id uuid not null,
  marketplace_subscription_id text not null check (length(marketplace_subscription_id) between 1 and 100),
  -- As the marketplace writes it: new ones appear.
  action text not null check (length(action) <= 100),
  requested_by text check (requested_by in ('Marketplace', 'Publisher')),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  received_at timestamptz(3) not null,
  -- How often the notification was received again.
  repeats integer not null default 0 check (repeats >= 0),
  state text not null check (state in ('Received', 'Applied', 'Ignored', 'Refused', 'Failed')),
  -- Increases with every lease.
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz(3) not null,
  leased_until timestamptz(3),
  -- A holder takes its own lease again at once.
  holder uuid,
  -- The outcome, or the failure of the last attempt.
  detail text check (length(detail) <= 1000),
  decided_at timestamptz(3),
  -- The confirmed change: the operation has succeeded, and reads of the subscription may lag behind.
  confirmed_at timestamptz(3),
  -- The marketplace's time of the operation, or that of the notification.
  operation_at timestamptz(3),
  expected jsonb check (jsonb_typeof(expected) = 'object'),
  -- When the subscription was followed although it did not show the change yet.
  followed_at timestamptz(3),
  primary key (workspace_id, source_name, operation_id),
  check ((state = 'Received') = (decided_at is null)),
  check (leased_until is null or state = 'Received'),
  constraint marketplace_notifications_confirmed
    check ((confirmed_at is null) = (expected is null) and (confirmed_at is null) = (operation_at is null)),
  constraint marketplace_notifications_followed check (followed_at is null or confirmed_at is not null)
);

create unique index marketplace_notifications_by_id on marketplace_notifications (workspace_id, notification_id);
create index marketplace_notifications_to_apply on marketplace_notifications (due_at) where state = 'Received';
create index marketplace_notifications_by_subscription
  on marketplace_notifications (workspace_id, marketplace_subscription_id, notification_id);
create index marketplace_notifications_by_confirmation
  on marketplace_notifications (workspace_id, marketplace_subscription_id, confirmed_at) where confirmed_at is not null;
create index marketplace_notifications_by_age on marketplace_notifications (decided_at) where decided_at is not null;

-- Purchases that the marketplace lists as not activated, with the buyer's progress on the landing page.

create table marketplace_purchases (
  workspace_id uuid not null,
  marketplace_subscription_id text not null check (length(marketplace_subscription_id) between 1 and 100),
  source_name text not null,
  -- Null: the marketplace has not listed it yet.
  offer_id text,
  plan_id text,
  quantity integer,
  -- Null: the marketplace does not name it.
  tenant_id uuid,
  buyer_email text,
  bought_at timestamptz(3) not null,
  -- When a user of the buyer's tenant first opened the landing page.
  opened_at timestamptz(3),
  -- The last request about it that the marketplace refused.
  failure_cause text,
  failure text,
  failed_at timestamptz(3),
  -- The last time that the marketplace listed it.
  compared_at timestamptz(3) not null,
  -- When support got its only notice.
  noticed_at timestamptz(3),
  primary key (workspace_id, marketplace_subscription_id)
);
