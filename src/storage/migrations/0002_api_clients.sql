create table api_clients (
  workspace_id uuid not null references workspaces,
  api_client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  scopes text[] not null check (scopes <@ array['entitlements:read', 'catalogue:read', 'usage:write']),
  -- False: only the products listed in api_client_products.
  all_products boolean not null,
  -- Null: the default of the workspace's partner plan.
  rate_limit_per_minute integer check (rate_limit_per_minute between 60 and 6000),
  enabled boolean not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, api_client_id)
);

create table api_client_products (
  workspace_id uuid not null,
  api_client_id uuid not null,
  product_id uuid not null,
  primary key (workspace_id, api_client_id, product_id),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade,
  foreign key (workspace_id, product_id) references products on delete cascade
);

create table api_keys (
  -- The readable part of a key: it finds the row, it opens nothing.
  key_id text primary key check (key_id ~ '^[0-9A-Za-z]{11}$'),
  workspace_id uuid not null,
  api_client_id uuid not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);

create index api_keys_by_client on api_keys (workspace_id, api_client_id);

create table application_credentials (
  credential_id uuid primary key,
  workspace_id uuid not null,
  api_client_id uuid not null,
  application_id uuid not null,
  tenant_id uuid not null,
  status text not null check (status in ('PendingVerification', 'Active')),
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  challenge_expires_at timestamptz(3) not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 10),
  created_at timestamptz(3) not null,
  verified_at timestamptz(3),
  last_used_at timestamptz(3),
  check ((status = 'Active') = (verified_at is not null)),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);

create index application_credentials_by_client on application_credentials (workspace_id, api_client_id);
create index application_credentials_by_application on application_credentials (application_id, tenant_id);

-- Anybody may claim an application; only one claim can be proven. A pending row therefore blocks nobody.
create unique index application_credentials_one_active on application_credentials (application_id, tenant_id)
  where status = 'Active';
