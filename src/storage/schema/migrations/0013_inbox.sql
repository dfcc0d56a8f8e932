-- The workspace member who handles the notice.

alter table notices add column assigned_to uuid;

-- Of a Rejected report: the dimension as which a person has reported its usage instead.

alter table usage_reports add column reported_as text;

-- Visits of the landing page by users who may not confirm the purchase, the latest of each.

create table purchase_visits (
  workspace_id uuid not null,
  marketplace_subscription_id text not null check (length(marketplace_subscription_id) between 1 and 100),
  tenant_id uuid not null,
  -- Zero for a personal account: whose it is, is not stored.
  object_id uuid not null,
  username text check (length(username) <= 254),
  visited_at timestamptz(3) not null,
  primary key (workspace_id, marketplace_subscription_id, tenant_id, object_id)
);

create index purchase_visits_by_age on purchase_visits (visited_at);
