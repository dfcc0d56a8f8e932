-- The newest versions of each product as a whole, to be read and restored. A product that is removed takes them with it:
-- the action deletes them, for a new table cannot refer to one that is distributed.

create table product_versions (
  workspace_id uuid not null references workspaces,
  product_id uuid not null,
  -- The product's revision after the change.
  revision integer not null check (revision > 0),
  -- The time of its audit entries.
  recorded_at timestamptz(3) not null,
  -- The product with editions, labels, plans and mappings.
  definition jsonb not null check (jsonb_typeof(definition) = 'object'),
  -- The number of tenants whose entitlement the change altered, and the first of them; null: not counted.
  affected_count integer check (affected_count >= 0),
  affected_tenants uuid[] check (cardinality(affected_tenants) <= 20),
  primary key (workspace_id, product_id, revision),
  check ((affected_count is null) = (affected_tenants is null))
);

-- Of an edit of the catalogue: why it was made, the revision of the product after it, and the revision that it restored.

alter table audit_entries add column reason text;
alter table audit_entries add constraint audit_entries_reason_check check (length(reason) between 1 and 500) not valid;
alter table audit_entries validate constraint audit_entries_reason_check;
alter table audit_entries add column product_revision integer;
alter table audit_entries add column restored_revision integer;
