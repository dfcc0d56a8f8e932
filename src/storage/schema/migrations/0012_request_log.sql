-- The requests of each API client: all that failed, and a sample of the others.

create table api_client_requests (
  workspace_id uuid not null,
  api_client_id uuid not null,
  -- Time-ordered.
  entry_id uuid not null,
  requested_at timestamptz(3) not null,
  method text not null check (length(method) <= 20),
  -- The pattern of the URL, never the URL.
  route text not null check (length(route) <= 500),
  status integer not null check (status between 100 and 599),
  -- Null: it was not refused.
  code text,
  -- Null: it was about no tenant, or about several.
  tenant_id uuid,
  milliseconds real not null check (milliseconds >= 0),
  request_id text not null check (length(request_id) <= 200),
  -- This one and those before it that were not stored.
  requests integer not null check (requests > 0),
  primary key (workspace_id, api_client_id, entry_id),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);

create index api_client_requests_by_age on api_client_requests (requested_at);
create index api_client_requests_failed on api_client_requests (workspace_id, api_client_id, entry_id)
  where status >= 400;
create index api_client_requests_by_tenant on api_client_requests (workspace_id, api_client_id, tenant_id, entry_id)
  where tenant_id is not null;
