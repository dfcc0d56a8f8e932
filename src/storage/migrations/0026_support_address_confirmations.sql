-- Only an address whose reader has confirmed it by a link is mailed notices. An address without a row is not confirmed.
create table support_address_confirmations (
  workspace_id uuid not null references workspaces,
  -- In lower case.
  address text not null check (length(address) between 1 and 254),
  -- When the confirmation mail is to be sent, or sent again; null: none waits.
  due_at timestamptz(3),
  -- How often a mail has been tried, and when last: the pause between two grows.
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  -- The link of the latest mail; its token is stored as a hash alone.
  token_hash bytea unique,
  token_expires_at timestamptz(3),
  confirmed_at timestamptz(3),
  -- Kept for a while after the address was removed, so that adding it again mails nobody sooner.
  removed_at timestamptz(3),
  primary key (workspace_id, address),
  check ((token_hash is null) = (token_expires_at is null)),
  check (confirmed_at is null or removed_at is null)
);

create index support_address_confirmations_to_send on support_address_confirmations (due_at)
  where due_at is not null;

-- Addresses that have been mailed so far go on being mailed.
insert into support_address_confirmations (workspace_id, address, confirmed_at)
select distinct workspace_id, lower(address collate "C"), date_trunc('milliseconds', now())
from workspaces, unnest(support_addresses) as address;
