-- Purchases that the marketplace lists as not activated, with the buyer's progress on the landing page.
create table marketplace_purchases (
  workspace_id uuid not null,
  marketplace_subscription_id text not null check (length(marketplace_subscription_id) between 1 and 100),
  source_name text not null,
  offer_id text not null,
  plan_id text not null,
  quantity integer,
  -- Null: the marketplace does not name it.
  tenant_id uuid,
  buyer_email text,
  bought_at timestamptz(3) not null,
  -- When a user of the buyer's tenant first opened the landing page.
  opened_at timestamptz(3),
  -- The last request about it that the marketplace refused.
  failure_cause text,
  failure text,
  failed_at timestamptz(3),
  -- The last time that the marketplace listed it.
  compared_at timestamptz(3) not null,
  -- When support got its only notice.
  noticed_at timestamptz(3),
  primary key (workspace_id, marketplace_subscription_id)
);
