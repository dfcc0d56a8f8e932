-- Customers: an organisation has tenants, a tenant has members.

create table organisations (
  workspace_id uuid not null references workspaces,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz(3) not null,
  primary key (workspace_id, organisation_id)
);

create index organisations_by_name on organisations (workspace_id, lower(name), organisation_id);

create table tenants (
  workspace_id uuid not null references workspaces,
  tenant_id uuid not null,
  -- Null: the tenant of a purchase that nobody has assigned to an organisation.
  organisation_id uuid,
  created_at timestamptz(3) not null,
  primary key (workspace_id, tenant_id),
  foreign key (workspace_id, organisation_id) references organisations
);

create index tenants_by_organisation on tenants (workspace_id, organisation_id, tenant_id);
create index tenants_by_creation on tenants (workspace_id, created_at, tenant_id);

create table members (
  workspace_id uuid not null,
  member_id uuid not null,
  tenant_id uuid not null,
  object_id uuid not null,
  email text check (length(email) between 1 and 320),
  active boolean not null,
  created_at timestamptz(3) not null,
  -- Manages the seats of the tenant without being a buyer.
  is_administrator boolean not null default false,
  primary key (workspace_id, member_id),
  unique (workspace_id, tenant_id, object_id),
  -- Seats refer to a member of the subscription's tenant.
  unique (workspace_id, tenant_id, member_id),
  foreign key (workspace_id, tenant_id) references tenants
);

create index members_by_object on members (workspace_id, object_id);
create index members_by_email on members (workspace_id, tenant_id, lower(email));
-- The search for the beginning of an e-mail address, in any tenant.
create index members_by_address on members (workspace_id, lower(email) text_pattern_ops);

create table subscriptions (
  workspace_id uuid not null,
  subscription_id uuid not null,
  tenant_id uuid not null,
  product_id uuid not null,
  plan_id uuid not null,
  source text not null check (source in ('Marketplace', 'Direct', 'Reseller')),
  marketplace_subscription_id text check (length(marketplace_subscription_id) between 1 and 100),
  status text not null check (status in ('Pending', 'Active', 'Suspended', 'Cancelled', 'Expired')),
  quantity integer check (quantity between 1 and 1000000000),
  is_trial boolean not null,
  trial_ends_at timestamptz(3),
  valid_until timestamptz(3),
  renews_itself boolean not null,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  suspended_at timestamptz(3),
  cancelled_at timestamptz(3),
  ended_at timestamptz(3),
  changed_at timestamptz(3) not null,
  revision integer not null check (revision > 0),
  -- The next instant at which time alone changes the subscription, for the sweeper.
  next_change_at timestamptz(3),
  -- When the end of the trial is to be announced, once in the life of a subscription.
  trial_ending_at timestamptz(3),
  trial_ending_told boolean not null default false,
  primary key (workspace_id, subscription_id),
  unique (workspace_id, tenant_id, subscription_id),
  foreign key (workspace_id, tenant_id) references tenants,
  foreign key (workspace_id, product_id, plan_id) references plans (workspace_id, product_id, plan_id),
  check ((status in ('Cancelled', 'Expired')) = (ended_at is not null)),
  check (status <> 'Active' or activated_at is not null),
  check (status <> 'Suspended' or suspended_at is not null),
  check (trial_ends_at is null or is_trial),
  check (not renews_itself or source = 'Marketplace')
);

create index subscriptions_by_tenant on subscriptions (workspace_id, product_id, tenant_id);
create index subscriptions_by_plan on subscriptions (workspace_id, plan_id);
create index subscriptions_by_change on subscriptions (workspace_id, changed_at, subscription_id);
create index subscriptions_pending on subscriptions (workspace_id, created_at, subscription_id)
  where status = 'Pending';
create unique index subscriptions_by_marketplace_id on subscriptions (workspace_id, marketplace_subscription_id)
  where marketplace_subscription_id is not null;
-- The marketplace's usage has ids in another case than its subscriptions.
create index subscriptions_by_lower_marketplace_id
  on subscriptions (workspace_id, lower(marketplace_subscription_id)) where marketplace_subscription_id is not null;
create index subscriptions_to_sweep on subscriptions (next_change_at) where next_change_at is not null;
create index subscriptions_to_announce on subscriptions (trial_ending_at)
  where trial_ending_at is not null and not trial_ending_told;

create table subscription_history (
  workspace_id uuid not null,
  subscription_id uuid not null,
  revision integer not null check (revision > 0),
  recorded_at timestamptz(3) not null,
  move text not null,
  actor text not null check (length(actor) between 1 and 200),
  reason text check (length(reason) <= 1000),
  -- The subscription after the move.
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  primary key (workspace_id, subscription_id, revision),
  foreign key (workspace_id, subscription_id) references subscriptions on delete cascade
);

-- The users and tenants behind a purchase: they manage its seats on the customer's page.

create table subscription_buyers (
  workspace_id uuid not null,
  subscription_id uuid not null,
  role text not null check (role in ('Beneficiary', 'Purchaser', 'Confirmer')),
  tenant_id uuid not null,
  -- Null: the order names the tenant only.
  object_id uuid,
  recorded_at timestamptz(3) not null,
  primary key (workspace_id, subscription_id, role),
  foreign key (workspace_id, subscription_id) references subscriptions on delete cascade
);

create index subscription_buyers_by_tenant on subscription_buyers (workspace_id, tenant_id);

create table seats (
  workspace_id uuid not null,
  subscription_id uuid not null,
  tenant_id uuid not null,
  member_id uuid not null,
  assigned_at timestamptz(3) not null,
  primary key (workspace_id, subscription_id, member_id),
  foreign key (workspace_id, tenant_id, subscription_id)
    references subscriptions (workspace_id, tenant_id, subscription_id) on delete cascade,
  foreign key (workspace_id, tenant_id, member_id)
    references members (workspace_id, tenant_id, member_id) on delete cascade
);

create index seats_by_member on seats (workspace_id, member_id);

-- Seats that customers have given to e-mail addresses whose users are no members yet.

create table seat_reservations (
  workspace_id uuid not null,
  subscription_id uuid not null,
  tenant_id uuid not null,
  email text not null check (length(email) between 3 and 320 and email = lower(email)),
  reserved_at timestamptz(3) not null,
  primary key (workspace_id, subscription_id, email),
  foreign key (workspace_id, subscription_id) references subscriptions on delete cascade
);

create index seat_reservations_by_tenant on seat_reservations (workspace_id, tenant_id);
