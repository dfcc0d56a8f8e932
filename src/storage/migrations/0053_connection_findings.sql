-- The findings of the last check of a connection, so that they outlive the page that asked for them.
alter table marketplace_connections add column findings jsonb;
alter table marketplace_connections add column checked_at timestamptz(3);
