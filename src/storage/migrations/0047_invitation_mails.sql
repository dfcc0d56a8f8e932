-- The mails of invitations, one for each invited address: inviting it again does not reset the back-off.
create table invitation_mails (
  workspace_id uuid not null references workspaces,
  -- In lower case.
  address text not null check (length(address) between 1 and 254),
  -- The invitation of the latest mail, and the member who invited; null: a command or a program.
  member_id uuid not null,
  invited_by uuid,
  queued_at timestamptz(3) not null,
  -- When the mail is to be sent, or sent again; null: none waits.
  due_at timestamptz(3),
  -- How often a mail was tried, and when last: the pause between two grows.
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz(3),
  sent_at timestamptz(3),
  primary key (workspace_id, address)
);

create index invitation_mails_to_send on invitation_mails (due_at) where due_at is not null;
