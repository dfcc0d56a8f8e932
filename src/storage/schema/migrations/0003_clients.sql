-- Partners' applications as callers of the API.

create table api_clients (
  workspace_id uuid not null references workspaces,
  api_client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  scopes text[] not null check (scopes <@ array['entitlements:read', 'catalogue:read', 'usage:write']),
  -- False: only the products in api_client_products.
  all_products boolean not null,
  -- Null: the default of the workspace's partner plan.
  rate_limit_per_minute integer check (rate_limit_per_minute between 60 and 6000),
  enabled boolean not null,
  created_at timestamptz(3) not null,
  revision integer not null default 1 check (revision > 0),
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

-- Keys of API clients and of service accounts.

create table api_keys (
  -- The public part of a key: it finds the row, it authenticates nobody.
  key_id text primary key check (key_id ~ '^[0-9A-Za-z]{11}$'),
  workspace_id uuid not null,
  api_client_id uuid,
  service_account_id uuid,
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Null: none was given.
  name text check (length(name) between 1 and 100),
  -- In CIDR notation: where the key may be used from; null: anywhere.
  allowed_networks text[] check (cardinality(allowed_networks) between 1 and 50),
  constraint api_keys_owner_check check (num_nonnulls(api_client_id, service_account_id) = 1),
  constraint api_keys_service_account_expiry_check check (service_account_id is null or expires_at is not null),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade,
  foreign key (workspace_id, service_account_id) references service_accounts on delete cascade
);

create index api_keys_by_client on api_keys (workspace_id, api_client_id);
create index api_keys_by_service_account on api_keys (workspace_id, service_account_id);

-- An ownership claim while it is PendingVerification. Anybody may claim an application, but only one claim can be proven,
-- so a pending row blocks nobody.

create table application_credentials (
  credential_id uuid primary key,
  workspace_id uuid not null,
  api_client_id uuid not null,
  application_id uuid not null,
  tenant_id uuid not null,
  status text not null check (status in ('PendingVerification', 'Active')),
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  challenge_expires_at timestamptz(3) not null,
  wrong_attempts integer not null default 0 check (wrong_attempts between 0 and 10),
  created_at timestamptz(3) not null,
  verified_at timestamptz(3),
  last_used_at timestamptz(3),
  check ((status = 'Active') = (verified_at is not null)),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);

create index application_credentials_by_client on application_credentials (workspace_id, api_client_id);
create index application_credentials_by_application on application_credentials (application_id, tenant_id);
create unique index application_credentials_one_active on application_credentials (application_id, tenant_id)
  where status = 'Active';

-- The responses to requests with an Idempotency-Key, for 24 hours.

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

-- The requests of each API client in each hour, and how many of them were refused.

create table api_client_hours (
  workspace_id uuid not null,
  api_client_id uuid not null,
  hour timestamptz(0) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  calls integer not null check (calls >= 0),
  refused integer not null check (refused >= 0),
  primary key (workspace_id, api_client_id, hour),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);

create index api_client_hours_by_age on api_client_hours (hour);

-- The latest refusals of each API client; a new one removes the oldest.

create table api_client_refusals (
  workspace_id uuid not null,
  api_client_id uuid not null,
  -- Time-ordered.
  refusal_id uuid not null,
  refused_at timestamptz(3) not null,
  code text not null,
  status integer not null check (status between 400 and 599),
  method text not null check (length(method) <= 20),
  -- The pattern of the URL, never the URL.
  route text not null check (length(route) <= 500),
  request_id text not null check (length(request_id) <= 200),
  primary key (workspace_id, api_client_id, refusal_id),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);
