-- A replay is a new delivery of the same event. The latest one is in webhook_deliveries, where it is claimed and settled;
-- those before it are here, as they ended. Their attempts are those behind `earlier_claims`, up to `claims`.
alter table webhook_deliveries add column replay integer not null default 0;
alter table webhook_deliveries add column earlier_claims integer not null default 0;

create table webhook_past_deliveries (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  replay integer not null,
  status text not null check (status in ('Delivered', 'Failed', 'Cancelled')),
  due_at timestamptz(3) not null,
  claims integer not null,
  earlier_claims integer not null,
  failed_tries integer not null,
  decided_at timestamptz(3) not null,
  primary key (workspace_id, event_id, endpoint_id, replay)
);
