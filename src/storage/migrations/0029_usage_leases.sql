-- A sender leases a batch of usage reports with one row here; the reports are written once, when they are settled.

-- The lock of a connection's queue: taken alone by whoever leases, shared by whoever changes a report that may be leased.
create table usage_queues (
  workspace_id uuid not null,
  source_name text not null,
  primary key (workspace_id, source_name)
);

-- The reports of a lease are frozen until it ends, also when it has lapsed.
create table usage_leases (
  workspace_id uuid not null,
  lease_id uuid not null,
  source_name text not null,
  holder uuid not null,
  leased_until timestamptz(3) not null,
  report_ids uuid[] not null check (cardinality(report_ids) > 0),
  primary key (workspace_id, lease_id)
);

-- claimed_until is written by nodes of the version before alone. Without this check a report that one of them has leased
-- can be decided here.
alter table usage_reports drop constraint usage_reports_check1;
