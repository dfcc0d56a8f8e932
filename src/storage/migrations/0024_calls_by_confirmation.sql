-- no-transaction
-- Finds the newest confirmed operation of a subscription.
create index concurrently if not exists marketplace_calls_by_confirmation on marketplace_calls (workspace_id, marketplace_subscription_id, confirmed_at)
  where confirmed_at is not null;
