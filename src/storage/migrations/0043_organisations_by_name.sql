-- no-transaction
-- Lists customers by the name of their organisation.
create index concurrently if not exists organisations_by_name
  on organisations (workspace_id, lower(name), organisation_id);
