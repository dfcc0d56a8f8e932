-- no-transaction
-- Lists the tenants of an organisation, and those without one, by id.
create index concurrently if not exists tenants_of_organisations
  on tenants (workspace_id, organisation_id, tenant_id);
