-- Whom to tell by mail when something needs a person; none: the inbox is all there is.

alter table workspaces add column support_addresses text[] not null default '{}'
  check (cardinality(support_addresses) <= 20);

-- A mail about many notices. Which notices it tells is settled when it is made, so that one that has to be sent again
-- is the same mail, with the same Message-ID.

create table support_digests (
  workspace_id uuid not null references workspaces,
  digest_id uuid not null,
  made_at timestamptz(3) not null,
  -- To whom it has yet to be handed over.
  recipients text[] not null,
  -- From when on it may be tried, how often it has been, and until when the latest try keeps others away.
  due_at timestamptz(3) not null,
  tries integer not null check (tries >= 0),
  claimed_until timestamptz(3),
  -- What the last try had to say that was not good.
  trouble text,
  -- When the first of them had it.
  taken_at timestamptz(3),
  -- When nothing was left to try: everybody has it, or has refused it, or it took too long.
  ended_at timestamptz(3),
  primary key (workspace_id, digest_id),
  check (claimed_until is null or ended_at is null)
);

create index support_digests_to_send on support_digests (due_at) where ended_at is null;
create index support_digests_by_time on support_digests (workspace_id, made_at);

-- While nobody has been reached with one, no other is made.
create unique index support_digests_one_untaken on support_digests (workspace_id)
  where taken_at is null and ended_at is null;

-- What support is told, in the inbox and by mail: once for each kind and key.

create table notices (
  workspace_id uuid not null references workspaces,
  -- Time-ordered, so that the inbox pages by it.
  notice_id uuid not null,
  kind text not null,
  key text not null check (length(key) between 1 and 300),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  raised_at timestamptz(3) not null,
  digest_id uuid,
  mailed_at timestamptz(3),
  done_at timestamptz(3),
  done_by text check (length(done_by) between 1 and 200),
  primary key (workspace_id, notice_id),
  unique (workspace_id, kind, key),
  foreign key (workspace_id, digest_id) references support_digests,
  check ((done_at is null) = (done_by is null)),
  check (mailed_at is null or digest_id is not null)
);

create index notices_open on notices (workspace_id, notice_id) where done_at is null;
create index notices_by_kind on notices (workspace_id, kind, notice_id);
create index notices_to_mail on notices (workspace_id, notice_id) where digest_id is null and done_at is null;
create index notices_in_mail on notices (workspace_id, digest_id, kind, notice_id) where digest_id is not null;
