-- What people see of a connection and change of it: an edit counts, what the service writes down of itself does not.

alter table marketplace_connections add column revision integer not null default 1 check (revision > 0);
-- How its application proves itself; null where it was entered before that was written down.
alter table marketplace_connections add column credential_kind text
  check (credential_kind in ('secret', 'certificate'));
-- When the marketplace last called, proven by its token.
alter table marketplace_connections add column called_at timestamptz(3);
-- What the last comparison of subscriptions came to, and why the last try since then came to nothing.
alter table marketplace_connections add column reconciliation jsonb
  check (jsonb_typeof(reconciliation) = 'object');
alter table marketplace_connections add column reconciliation_failure text
  check (length(reconciliation_failure) <= 1000);
-- Since when calls that send usage have failed, why the last one did, and until when it rests.
alter table marketplace_connections add column sending_failing_since timestamptz(3);
alter table marketplace_connections add column sending_failure text check (length(sending_failure) <= 1000);
alter table marketplace_connections add column sending_rests_until timestamptz(3);

alter table idp_connections add column revision integer not null default 1 check (revision > 0);

-- A name of our own for each call, in the order of time: operations are named by the marketplace, within a source.

alter table marketplace_calls add column call_id uuid;

update marketplace_calls set call_id = (
  lpad(to_hex((extract(epoch from received_at) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(workspace_id::text || ' ' || source_name || ' ' || operation_id), 1, 3) || '8'
  || substr(md5(workspace_id::text || ' ' || source_name || ' ' || operation_id), 4, 15)
)::uuid;

alter table marketplace_calls alter column call_id set not null;
create unique index marketplace_calls_by_id on marketplace_calls (workspace_id, call_id);
create index marketplace_calls_by_subscription
  on marketplace_calls (workspace_id, marketplace_subscription_id, call_id);
create index marketplace_calls_to_forget on marketplace_calls (decided_at) where decided_at is not null;
-- The list is in the order of the ids.
drop index marketplace_calls_by_time;
