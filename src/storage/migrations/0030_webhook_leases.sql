-- The lease of an endpoint's lane: its holder alone sends what is due for the endpoint. A delivery is written once, when it
-- is settled. `claims` of a delivery counts settled attempts from now on; `claimed_until` is written by nodes of the
-- previous version only.
create table webhook_leases (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  -- The fencing token: larger with every holder.
  token integer not null,
  -- The random id of a worker.
  holder uuid not null,
  -- Null: the holder has ended it.
  leased_until timestamptz(3),
  primary key (workspace_id, endpoint_id)
) with (fillfactor = 50);

-- The first attempt of a delivery, number `earlier_claims + 1`. Further ones, and those of the previous version, are in
-- webhook_attempts.
alter table webhook_deliveries add column first_attempted_at timestamptz(3);
alter table webhook_deliveries add column first_status integer;
alter table webhook_deliveries add column first_duration_milliseconds integer;
alter table webhook_deliveries add column first_answer text check (octet_length(first_answer) <= 4096);
alter table webhook_deliveries add column first_error text check (length(first_error) <= 500);

alter table webhook_past_deliveries add column first_attempted_at timestamptz(3);
alter table webhook_past_deliveries add column first_status integer;
alter table webhook_past_deliveries add column first_duration_milliseconds integer;
alter table webhook_past_deliveries add column first_answer text;
alter table webhook_past_deliveries add column first_error text;
