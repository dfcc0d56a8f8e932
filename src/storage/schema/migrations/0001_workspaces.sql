-- A workspace is one partner. Every row of every table belongs to exactly one, and every key that crosses tables has
-- workspace_id, so that no row can refer to another workspace.

create table workspaces (
  workspace_id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 200),
  partner_plan text not null check (partner_plan in ('Starter', 'Growth', 'Scale')),
  created_at timestamptz(3) not null,
  -- Counts edits, so that nobody overwrites a change they have not seen.
  revision integer not null default 1 check (revision > 0),
  -- While a workspace is suspended, its API clients and members are refused. Null: it is not.
  suspended_at timestamptz(3),
  suspension_reason text,
  -- The tenants whose users may sign in to the portal; none: any.
  sign_in_tenants uuid[] not null default '{}',
  -- The longest life of a new API key; null: no limit.
  api_key_max_age_days integer,
  usage_hold_minutes integer not null default 15 check (usage_hold_minutes between 0 and 120),
  -- Whether the marketplace may sell fewer seats than are assigned; support then gets a notice.
  accepts_fewer_seats boolean not null default false,
  -- Whether the buyer of a plan with seats gets the first seat when the subscription is activated.
  assign_buyer boolean not null default true,
  -- Where notices are mailed; none: they are in the inbox only.
  support_addresses text[] not null default '{}' check (cardinality(support_addresses) <= 20)
);

-- The users of a workspace's portal. An invited member has an e-mail address; after joining, tenant and object id
-- identify the member.

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
  -- Of an invited member: the only tenant from which the invitation can be accepted; null: any.
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

-- A user signs in before the workspaces are known.
create index workspace_members_signing_in on workspace_members (tenant_id, object_id) where removed_at is null;
create index workspace_members_invited on workspace_members (lower(email))
  where removed_at is null and joined_at is null;

-- A session belongs to the membership with which the user signed in; the role is read on each request.

create table admin_sessions (
  session_hash bytea primary key check (length(session_hash) = 32),
  workspace_id uuid not null,
  member_id uuid not null,
  -- The network address of the sign-in.
  address text,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  foreign key (workspace_id, member_id) references workspace_members
);

create index admin_sessions_by_member on admin_sessions (workspace_id, member_id);
create index admin_sessions_by_age on admin_sessions (created_at);

-- A link that signs a member in once, for the operator of a new installation.

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

-- The state of each sign-in that the identity provider has answered: it is accepted once, on whichever node.

create table spent_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  spent_at timestamptz(3) not null
);

create index spent_sign_ins_by_age on spent_sign_ins (spent_at);

-- Programs that call the admin API, with a role and keys of their own.

create table service_accounts (
  workspace_id uuid not null references workspaces,
  service_account_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  role text not null check (
    role in (
      'Partner administrator', 'Integration manager', 'Catalogue manager', 'Subscription support', 'Viewer'
    )
  ),
  created_at timestamptz(3) not null,
  primary key (workspace_id, service_account_id)
);

-- The audit log names the account as the actor.
create unique index service_accounts_by_name on service_accounts (workspace_id, lower(name));

-- The audit log, written in the transaction of each change.

create table audit_entries (
  workspace_id uuid not null references workspaces,
  -- Time-ordered, so that the log pages by it.
  entry_id uuid not null,
  recorded_at timestamptz(3) not null,
  actor_kind text not null check (
    actor_kind in ('Member', 'Command', 'Visitor', 'Application', 'ServiceAccount')
  ),
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

-- Lists the entries of a product, a customer, a subscription or an API client with those of its parts.
create index audit_entries_by_owner on audit_entries (workspace_id, (case
  when subject_kind in ('Product', 'Edition', 'Plan') then 'Product:' || split_part(subject_id, '/', 1)
  when subject_kind = 'IdpConnection' then 'Product:' || coalesce(after ->> 'product', before ->> 'product')
  when subject_kind in ('ApiKey', 'ApplicationCredential')
    then 'ApiClient:' || coalesce(after ->> 'apiClientId', before ->> 'apiClientId')
  when subject_kind = 'UsageReport'
    then 'Subscription:' || coalesce(after ->> 'subscriptionId', before ->> 'subscriptionId')
  when subject_kind = 'CustomerMember' or action = 'customer.exported'
    then 'Customer:' || coalesce(after ->> 'tenantId', before ->> 'tenantId')
  else subject_kind || ':' || subject_id
end), entry_id);

-- Only an address whose reader has confirmed it by a link is mailed notices. An address without a row is not confirmed.

create table support_address_confirmations (
  workspace_id uuid not null references workspaces,
  -- In lower case.
  address text not null check (length(address) between 1 and 254),
  -- The link of the latest mail.
  token_hash bytea unique,
  token_expires_at timestamptz(3),
  confirmed_at timestamptz(3),
  -- The row stays for a while after the address was removed, so that adding it again does not reset the back-off.
  removed_at timestamptz(3),
  primary key (workspace_id, address),
  check ((token_hash is null) = (token_expires_at is null)),
  check (confirmed_at is null or removed_at is null)
);

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

-- Messages to the people who support a workspace: once for each kind and key.

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
  foreign key (workspace_id, digest_id) references mails,
  check ((done_at is null) = (done_by is null)),
  check (mailed_at is null or digest_id is not null)
);

create index notices_open on notices (workspace_id, notice_id) where done_at is null;
create index notices_by_kind on notices (workspace_id, kind, notice_id);
create index notices_to_mail on notices (workspace_id, notice_id) where digest_id is null and done_at is null;
create index notices_in_mail on notices (workspace_id, digest_id, kind, notice_id) where digest_id is not null;

-- Shows whether a node has the encryption key that the database's secrets are sealed with. One row at most.

create table encryption_canary (
  is_only boolean primary key default true check (is_only),
  sealed_canary bytea not null
);
