-- no-transaction
-- Lists subscriptions by the time of their last change.
create index concurrently if not exists subscriptions_by_change
  on subscriptions (workspace_id, changed_at, subscription_id);
