-- Alone, because the table is large: vacuum waits for the transaction.
alter table audit_entries validate constraint audit_entries_actor_kind_check;
