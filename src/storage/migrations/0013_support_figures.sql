-- Members are looked for by the beginning of their e-mail address, in whatever tenant.

create index members_by_address on members (workspace_id, lower(email) text_pattern_ops);

-- How often each API client called in each hour, and how often it was refused; kept for 90 days.

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

-- The latest refusals of each API client; older ones go when newer ones come.

create table api_client_refusals (
  workspace_id uuid not null,
  api_client_id uuid not null,
  -- Time-ordered.
  refusal_id uuid not null,
  refused_at timestamptz(3) not null,
  code text not null,
  status integer not null check (status between 400 and 599),
  method text not null check (length(method) <= 20),
  -- The pattern of the address, never the address.
  route text not null check (length(route) <= 500),
  request_id text not null check (length(request_id) <= 200),
  primary key (workspace_id, api_client_id, refusal_id),
  foreign key (workspace_id, api_client_id) references api_clients on delete cascade
);
