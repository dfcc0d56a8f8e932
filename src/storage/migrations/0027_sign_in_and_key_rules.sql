-- The tenants whose accounts may sign in to the workspace; none: any. And for how long a new API key may live; null: for ever.
alter table workspaces
  add column sign_in_tenants uuid[] not null default '{}',
  add column api_key_max_age_days integer;
