-- no-transaction
-- The primary key begins with the hour: a year of one customer would be looked up hour by hour.
create index concurrently if not exists usage_reports_of_records
  on usage_reports (workspace_id, subscription_id, hour) where origin = 'Records';
