-- While a workspace is suspended, its API clients and members are turned away. Null: it is not.
alter table workspaces add column suspended_at timestamptz(3), add column suspension_reason text;
