-- no-transaction
-- Finds the subscription of a difference: usage at the marketplace has ids in another case than subscriptions.
create index concurrently if not exists subscriptions_by_lower_marketplace_id
  on subscriptions (workspace_id, lower(marketplace_subscription_id)) where marketplace_subscription_id is not null;
