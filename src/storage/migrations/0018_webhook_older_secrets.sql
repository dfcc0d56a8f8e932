-- Signing secrets from before the last but one rotation, for as long as they were promised. The last one before the
-- current stays in the endpoint's own row, where nodes of the version before look for it.
create table webhook_older_secrets (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  secret_id uuid not null default gen_random_uuid(),
  sealed_secret bytea not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, endpoint_id, secret_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade
);
