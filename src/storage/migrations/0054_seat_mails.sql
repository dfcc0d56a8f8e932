-- The mails about reserved seats, one for each subscription and address: reserving the seat again mails nobody twice.
create table seat_mails (
  workspace_id uuid not null references workspaces,
  subscription_id uuid not null,
  tenant_id uuid not null,
  -- In lower case.
  address text not null check (length(address) between 3 and 254 and address = lower(address)),
  -- The user name of the customer who reserved the seat, and the connection on whose page it is accepted.
  given_by text not null,
  connection_id uuid not null,
  queued_at timestamptz(3) not null,
  -- When the mail is to be sent, or sent again; null: none waits.
  due_at timestamptz(3),
  -- How often the mail was tried, and when last: the pause between two grows.
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz(3),
  sent_at timestamptz(3),
  primary key (workspace_id, subscription_id, address)
);

create index seat_mails_to_send on seat_mails (due_at) where due_at is not null;
create index seat_mails_by_tenant on seat_mails (workspace_id, tenant_id, queued_at);
