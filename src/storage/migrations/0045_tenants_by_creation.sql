-- no-transaction
-- Lists customers by the time at which they were added.
create index concurrently if not exists tenants_by_creation on tenants (workspace_id, created_at, tenant_id);
