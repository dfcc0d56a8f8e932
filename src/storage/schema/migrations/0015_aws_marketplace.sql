-- An account at AWS has an access key instead of an application.

alter table marketplace_connections alter column auth_url drop not null;
alter table marketplace_connections alter column marketplace_url drop not null;
alter table marketplace_connections alter column tenant_id drop not null;
alter table marketplace_connections alter column client_id drop not null;

alter table marketplace_connections add column seller_account text;
alter table marketplace_connections add column region text;
alter table marketplace_connections add column access_key_id text;
-- The role that is assumed, and what its trust policy asks for.
alter table marketplace_connections add column role_arn text;
alter table marketplace_connections add column external_id text;
-- One address for all services, of an emulator; null: AWS's own.
alter table marketplace_connections add column endpoint_url text;
-- Hours without usage are reported as 0.
alter table marketplace_connections add column send_zeros boolean not null default false;
-- SHA-256 of the secrets that events carry. The previous one is accepted until it ends.
alter table marketplace_connections add column event_secret_hash bytea;
alter table marketplace_connections add column previous_event_secret_hash bytea;
alter table marketplace_connections add column previous_event_secret_ends_at timestamptz(3);

alter table marketplace_connections drop constraint marketplace_connections_credential_kind_check;
alter table marketplace_connections add constraint marketplace_connections_credential_kind
  check (credential_kind in ('secret', 'certificate', 'accessKey')) not valid;
alter table marketplace_connections validate constraint marketplace_connections_credential_kind;
alter table marketplace_connections add constraint marketplace_connections_account check (
  case kind
    when 'Aws' then
      num_nonnulls(auth_url, marketplace_url, tenant_id, client_id) = 0
      and num_nonnulls(seller_account, region, access_key_id, external_id, event_secret_hash) = 5
      and seller_account ~ '^[0-9]{12}$' and credential_kind = 'accessKey'
    else
      num_nonnulls(auth_url, marketplace_url, tenant_id, client_id) = 4
      and num_nonnulls(seller_account, region, access_key_id, external_id, event_secret_hash) = 0
      and credential_kind <> 'accessKey'
  end
) not valid;
alter table marketplace_connections validate constraint marketplace_connections_account;
alter table marketplace_connections add constraint marketplace_connections_event_secrets check (
  (previous_event_secret_hash is null) = (previous_event_secret_ends_at is null)
) not valid;
alter table marketplace_connections validate constraint marketplace_connections_event_secrets;

-- Licences that an AWS account has bought, as registration and events tell of them. A licence is the
-- `marketplace_subscription_id` of its subscription.

create table marketplace_licences (
  workspace_id uuid not null references workspaces,
  -- Its ARN.
  licence text not null check (length(licence) between 1 and 100),
  source_name text not null check (length(source_name) between 1 and 100),
  product_code text not null check (length(product_code) between 1 and 100),
  -- The buyer's AWS account.
  account text not null check (account ~ '^[0-9]{12}$'),
  -- Null until an event names it.
  agreement_id text check (length(agreement_id) between 1 and 100),
  is_free_trial boolean not null default false,
  -- Whether it has had entitlements: a contract. Without them, it is pay as you go.
  is_contract boolean not null default false,
  -- The customer: the tenant that has confirmed the purchase.
  tenant_id uuid,
  seen_at timestamptz(3) not null,
  -- AWS's times of the latest events that activate and end it.
  active_at timestamptz(3),
  ended_at timestamptz(3),
  -- The licence of the renewed or replaced agreement, which the subscription has gone over to.
  succeeded_by text check (length(succeeded_by) between 1 and 100),
  primary key (workspace_id, licence)
);

create index marketplace_licences_by_agreement on marketplace_licences (workspace_id, source_name, agreement_id);
create index marketplace_licences_by_account on marketplace_licences (workspace_id, account);
-- Unconfirmed ones are deleted some time after their end.
create index marketplace_licences_by_end on marketplace_licences (ended_at) where tenant_id is null;
