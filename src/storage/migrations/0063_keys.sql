-- One table has the keys of API clients and of service accounts.
alter table api_keys add column service_account_id uuid;
-- allowed: no release has been published
alter table api_keys alter column api_client_id drop not null;
-- allowed: no release has been published
alter table api_keys add constraint api_keys_owner_check check (num_nonnulls(api_client_id, service_account_id) = 1);
-- allowed: no release has been published
alter table api_keys add constraint api_keys_service_account_expiry_check
  check (service_account_id is null or expires_at is not null);
-- allowed: no release has been published
alter table api_keys add constraint api_keys_service_account_fkey
  foreign key (workspace_id, service_account_id) references service_accounts on delete cascade;
-- allowed: no release has been published
create index api_keys_by_service_account on api_keys (workspace_id, service_account_id);

-- Networks in CIDR notation from which a key may be used; null: from anywhere.
alter table api_keys add column allowed_networks text[];
-- allowed: no release has been published
alter table api_keys add constraint api_keys_allowed_networks_check
  check (cardinality(allowed_networks) between 1 and 50);

insert into api_keys
  (key_id, workspace_id, service_account_id, secret_hash, created_at, expires_at, revoked_at, last_used_at, name)
select key_id, workspace_id, service_account_id, secret_hash, created_at, expires_at, revoked_at, last_used_at, name
from service_account_keys;

-- allowed: no release has been published
drop table service_account_keys;
