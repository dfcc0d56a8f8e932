-- no-transaction
-- Lists the purchases that are stored but not activated.
create index concurrently if not exists subscriptions_pending
  on subscriptions (workspace_id, created_at, subscription_id) where status = 'Pending';
