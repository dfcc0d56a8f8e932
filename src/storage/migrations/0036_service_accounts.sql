-- Programs that call the admin API: one of a workspace's roles, and keys of their own.

create table service_accounts (
  workspace_id uuid not null references workspaces,
  service_account_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  role text not null check (
    role in (
      'Partner administrator', 'Integration manager', 'Catalogue manager', 'Subscription support', 'Viewer'
    )
  ),
  created_at timestamptz(3) not null,
  primary key (workspace_id, service_account_id)
);

-- The audit log names the account as the actor.
create unique index service_accounts_by_name on service_accounts (workspace_id, lower(name));

create table service_account_keys (
  -- The readable part of a key: it finds the row, it opens nothing.
  key_id text primary key check (key_id ~ '^[0-9A-Za-z]{11}$'),
  workspace_id uuid not null,
  service_account_id uuid not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  foreign key (workspace_id, service_account_id) references service_accounts on delete cascade
);

create index service_account_keys_by_account on service_account_keys (workspace_id, service_account_id);

alter table audit_entries drop constraint audit_entries_actor_kind_check;
-- Older rows satisfy the narrower rule that it replaces, so they are not looked at.
alter table audit_entries add constraint audit_entries_actor_kind_check
  check (actor_kind in ('Member', 'Command', 'Visitor', 'Application', 'ServiceAccount')) not valid;
