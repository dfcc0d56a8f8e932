-- The marketplace of the source, as in marketplace_connections; null: the default one. It decides until when an hour is
-- accepted.

alter table usage_reports add column kind text;
alter table usage_hours add column kind text;

-- What the marketplace was told where it takes whole units; null: the quantity itself, or not known to be sent.

alter table usage_reports add column sent_quantity numeric(16, 6);

-- What of the accepted reports of a marketplace subscription and dimension the marketplace was not told, because it takes
-- whole units. One report at a time relies on it: its quantity is fixed by its first lease, and the others wait until it is
-- decided.

create table usage_remainders (
  workspace_id uuid not null,
  source_name text not null,
  marketplace_subscription_id text not null,
  dimension text not null,
  remainder numeric(16, 6) not null check (remainder >= 0),
  -- The undecided report, and what the marketplace is told for it.
  report_id uuid,
  sent_quantity numeric(16, 6),
  changed_at timestamptz(3) not null,
  primary key (workspace_id, source_name, marketplace_subscription_id, dimension),
  check ((report_id is null) = (sent_quantity is null))
);

create index usage_remainders_by_age on usage_remainders (changed_at);
