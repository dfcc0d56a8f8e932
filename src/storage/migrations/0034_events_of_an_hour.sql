-- allowed: the table came with the migration before, and an index of a partitioned table cannot be built concurrently.
create index usage_events_of_hour
  on usage_events (workspace_id, subscription_id, dimension, hour, event_id collate "C");
