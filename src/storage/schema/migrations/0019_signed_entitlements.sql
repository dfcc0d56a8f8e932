-- The Ed25519 keys with which a workspace signs entitlement tokens, licence files and its revocation list.

create table signing_keys (
  workspace_id uuid not null references workspaces,
  -- The RFC 7638 thumbprint of the public key.
  kid text not null check (length(kid) = 43),
  -- The public key, as `x` of its JWK.
  public_x text not null check (length(public_x) = 43),
  -- Null once the key was replaced: only the active key signs.
  sealed_private bytea,
  made_at timestamptz(3) not null,
  -- The person, as in the audit log; null: the service, on first use or by age.
  made_by text check (length(made_by) between 1 and 254),
  replaced_at timestamptz(3),
  -- A withdrawn key is not published: what it signed is not trusted any more.
  withdrawn_at timestamptz(3),
  withdraw_reason text check (length(withdraw_reason) between 1 and 500),
  primary key (workspace_id, kid),
  check ((replaced_at is null) = (sealed_private is not null)),
  check (withdrawn_at is null or replaced_at is not null),
  check ((withdrawn_at is null) = (withdraw_reason is null))
);

-- Two nodes that make the first key at once: one of them wins.
create unique index signing_keys_active on signing_keys (workspace_id) where replaced_at is null;
create index signing_keys_by_end on signing_keys (replaced_at) where replaced_at is not null;

-- Signed entitlements for installations that cannot reach the service. A row stays for as long as its file may be used.

create table licence_files (
  workspace_id uuid not null references workspaces,
  -- The `jti` of the token.
  licence_file_id uuid not null,
  tenant_id uuid not null,
  product_id uuid not null,
  kid text not null check (length(kid) = 43),
  token text not null check (length(token) between 1 and 1000000),
  entitlement_version bigint not null check (entitlement_version >= 0),
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  grace_seconds integer not null check (grace_seconds >= 0),
  -- The installation that the file is bound to; null: none.
  installation_name text check (length(installation_name) between 1 and 100),
  -- Its public key, as `x` of its JWK.
  installation_key text check (length(installation_key) = 43),
  -- The RFC 7638 thumbprint of that key.
  bind text check (length(bind) = 43),
  -- The actor, as in the audit log.
  issued_by_kind text not null,
  issued_by_id text not null check (length(issued_by_id) between 1 and 200),
  issued_by_name text not null check (length(issued_by_name) between 1 and 254),
  -- The earlier file that this one replaced.
  replaces uuid,
  revoked_at timestamptz(3),
  revoked_by_kind text,
  revoked_by_id text check (length(revoked_by_id) between 1 and 200),
  revoked_by_name text check (length(revoked_by_name) between 1 and 254),
  revoke_reason text check (length(revoke_reason) between 1 and 500),
  primary key (workspace_id, licence_file_id),
  check (expires_at > issued_at),
  check ((bind is null) = (installation_name is null) and (bind is null) = (installation_key is null)),
  check ((revoked_at is null) = (revoke_reason is null))
);

create index licence_files_by_tenant on licence_files (workspace_id, tenant_id, product_id, licence_file_id);
create index licence_files_by_product on licence_files (workspace_id, product_id, licence_file_id);
create index licence_files_by_key on licence_files (workspace_id, kid, expires_at);
create index licence_files_revoked on licence_files (workspace_id, expires_at) where revoked_at is not null;
create index licence_files_by_end on licence_files (expires_at);

-- Usage that an installation counted while it was offline. Each file is taken once; a repeated upload gets the stored outcome.

create table usage_files (
  workspace_id uuid not null references workspaces,
  -- The `jti` of the file.
  usage_file_id uuid not null,
  licence_file_id uuid not null,
  tenant_id uuid not null,
  product_id uuid not null,
  seq integer not null check (seq >= 1),
  uploaded_at timestamptz(3) not null,
  -- The actor, as in the audit log.
  uploaded_by_kind text not null,
  uploaded_by_id text not null check (length(uploaded_by_id) between 1 and 200),
  uploaded_by_name text not null check (length(uploaded_by_name) between 1 and 254),
  outcome jsonb not null check (jsonb_typeof(outcome) = 'object'),
  primary key (workspace_id, usage_file_id)
);

create index usage_files_by_tenant on usage_files (workspace_id, tenant_id, usage_file_id);
create index usage_files_by_licence on usage_files (workspace_id, licence_file_id, seq);
create index usage_files_by_age on usage_files (uploaded_at);

alter table workspaces
  -- The life of an entitlement token.
  add column token_lifetime_hours integer not null default 168,
  -- The access level of an installation whose token or licence file has ended with its grace period.
  add column after_licence_end text not null default 'ReadOnly',
  -- The age at which the signing key is replaced; null: only by hand.
  add column signing_key_max_age_days integer default 365;

alter table workspaces add constraint workspaces_token_lifetime
  check (token_lifetime_hours between 1 and 720) not valid;
alter table workspaces validate constraint workspaces_token_lifetime;
alter table workspaces add constraint workspaces_after_licence_end
  check (after_licence_end in ('ReadOnly', 'None')) not valid;
alter table workspaces validate constraint workspaces_after_licence_end;
alter table workspaces add constraint workspaces_signing_key_age
  check (signing_key_max_age_days between 30 and 730) not valid;
alter table workspaces validate constraint workspaces_signing_key_age;
