-- The names that people give keys; null: none.
alter table api_keys add column name text;
alter table api_keys add constraint api_keys_name_check check (length(name) between 1 and 100) not valid;
alter table service_account_keys add column name text;
alter table service_account_keys add constraint service_account_keys_name_check
  check (length(name) between 1 and 100) not valid;
