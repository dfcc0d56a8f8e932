-- Every mail that the service sends, written in the transaction of its cause. A worker leases due mails of all kinds.
create table mails (
  workspace_id uuid not null references workspaces,
  mail_id uuid not null,
  kind text not null check (kind in ('SupportDigest', 'AddressConfirmation', 'Invitation', 'ReservedSeat')),
  -- A workspace has one mail for each kind and key: the next one takes its row, so that the back-off goes on.
  key text not null check (length(key) between 1 and 300),
  -- The customer of a reserved seat.
  tenant_id uuid,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- The addresses that have neither accepted nor refused it.
  recipients text[] not null,
  queued_at timestamptz(3) not null,
  -- The time of the next attempt; null: none follows.
  due_at timestamptz(3),
  attempts integer not null default 0 check (attempts >= 0),
  attempted_at timestamptz(3),
  leased_until timestamptz(3),
  -- When the first recipient accepted it.
  sent_at timestamptz(3),
  primary key (workspace_id, mail_id),
  unique (workspace_id, kind, key)
);

create index mails_to_send on mails (due_at) where due_at is not null;
create index mails_by_time on mails (kind, workspace_id, queued_at);
create index mails_by_tenant on mails (workspace_id, tenant_id, queued_at) where tenant_id is not null;

-- While a digest has reached nobody, no other is made.
create unique index mails_one_unsent_digest on mails (workspace_id)
  where kind = 'SupportDigest' and sent_at is null and due_at is not null;

insert into mails (workspace_id, mail_id, kind, key, facts, recipients, queued_at, due_at, attempts, sent_at)
select workspace_id, digest_id, 'SupportDigest', digest_id::text, '{}', recipients, made_at,
  case when ended_at is null then due_at end, tries, taken_at
from support_digests;

-- allowed: digests are mails.
alter table notices drop constraint notices_workspace_id_digest_id_fkey;
-- allowed: every notice of a digest is of a mail above.
alter table notices add constraint notices_digest_fkey
  foreign key (workspace_id, digest_id) references mails (workspace_id, mail_id);

-- allowed: the table is replaced by mails.
drop table support_digests;
-- allowed: the table is replaced by mails.
drop table invitation_mails;
-- allowed: the table is replaced by mails.
drop table seat_mails;

-- allowed: the attempts are those of the mail.
alter table support_address_confirmations drop column due_at;
-- allowed: the attempts are those of the mail.
alter table support_address_confirmations drop column tries;
-- allowed: the attempts are those of the mail.
alter table support_address_confirmations drop column tried_at;
-- allowed: the time is that of the mail.
alter table support_address_confirmations drop column confirmation_sent_at;
