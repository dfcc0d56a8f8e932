-- no-transaction
-- Finds what events say of a person who is to be deleted.
create index concurrently if not exists events_of_members on events (workspace_id, (data #>> '{member,memberId}'))
  where data ? 'member';
