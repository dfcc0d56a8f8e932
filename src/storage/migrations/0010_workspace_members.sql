-- The people who work in a workspace's portal. An invited one has an e-mail address; one who has joined is known by
-- tenant and object id, for good.

create table workspace_members (
  workspace_id uuid not null references workspaces,
  member_id uuid not null,
  email text not null check (length(email) between 3 and 254),
  name text check (length(name) between 1 and 200),
  role text not null check (
    role in (
      'Partner administrator', 'Integration manager', 'Catalogue manager', 'Subscription support', 'Viewer'
    )
  ),
  -- Of an invited one: the only tenant from which the invitation is taken; null is any.
  tenant_id uuid,
  object_id uuid,
  invited_at timestamptz(3) not null,
  joined_at timestamptz(3),
  removed_at timestamptz(3),
  revision integer not null default 1 check (revision > 0),
  primary key (workspace_id, member_id),
  check ((joined_at is null) = (object_id is null)),
  check (object_id is null or tenant_id is not null)
);

create unique index workspace_members_by_email on workspace_members (workspace_id, lower(email))
  where removed_at is null;
create unique index workspace_members_by_person on workspace_members (workspace_id, tenant_id, object_id)
  where removed_at is null and object_id is not null;

-- Somebody signs in before anybody knows in which workspaces they are.
create index workspace_members_signing_in on workspace_members (tenant_id, object_id) where removed_at is null;
create index workspace_members_invited on workspace_members (lower(email))
  where removed_at is null and joined_at is null;

-- A session belongs to the membership through which the person signed in; what it opens is looked up each time.

create table admin_sessions (
  session_hash bytea primary key check (length(session_hash) = 32),
  workspace_id uuid not null,
  member_id uuid not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  foreign key (workspace_id, member_id) references workspace_members
);

create index admin_sessions_by_member on admin_sessions (workspace_id, member_id);
create index admin_sessions_by_age on admin_sessions (created_at);

-- A link that signs a member in once: what a machine's owner is shown when there is nobody else to ask.

create table sign_in_links (
  link_hash bytea primary key check (length(link_hash) = 32),
  workspace_id uuid not null,
  member_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  foreign key (workspace_id, member_id) references workspace_members
);

create index sign_in_links_by_age on sign_in_links (created_at);

-- Who changed what, written in the transaction of the change.

create table audit_entries (
  workspace_id uuid not null references workspaces,
  -- Time-ordered, so that the log pages by it.
  entry_id uuid not null,
  recorded_at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('Member', 'Command')),
  actor_id text not null check (length(actor_id) between 1 and 200),
  actor_name text not null check (length(actor_name) between 1 and 254),
  address text check (length(address) between 1 and 64),
  action text not null,
  subject_kind text not null,
  subject_id text not null check (length(subject_id) between 1 and 200),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  primary key (workspace_id, entry_id)
);

create index audit_entries_by_subject on audit_entries (workspace_id, subject_kind, subject_id, entry_id);
create index audit_entries_by_actor on audit_entries (workspace_id, actor_id, entry_id);
create index audit_entries_by_action on audit_entries (workspace_id, action, entry_id);

-- What is edited counts its changes, so that nobody overwrites what they have not seen.

alter table workspaces add column revision integer not null default 1 check (revision > 0);
alter table api_clients add column revision integer not null default 1 check (revision > 0);
