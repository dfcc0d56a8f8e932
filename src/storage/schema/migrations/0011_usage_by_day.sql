-- no-transaction
-- The primary key begins with the hour, so a year of one customer would be read from a page for each hour. The quantity
-- is in the index: only a record that is replaced changes it, so a result at the marketplace stays a HOT update.
create index concurrently if not exists usage_reports_of_records
  on usage_reports (workspace_id, subscription_id, hour) include (dimension, quantity) where origin = 'Records';
