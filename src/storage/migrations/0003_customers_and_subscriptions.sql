-- Customers: an organisation holds tenants, a tenant has members.

create table organisations (
  workspace_id uuid not null references workspaces,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz(3) not null,
  primary key (workspace_id, organisation_id)
);

create table tenants (
  workspace_id uuid not null references workspaces,
  tenant_id uuid not null,
  -- Null: a tenant that bought before anybody said whose it is.
  organisation_id uuid,
  created_at timestamptz(3) not null,
  primary key (workspace_id, tenant_id),
  foreign key (workspace_id, organisation_id) references organisations
);

create index tenants_by_organisation on tenants (workspace_id, organisation_id);

create table members (
  workspace_id uuid not null,
  member_id uuid not null,
  tenant_id uuid not null,
  object_id uuid not null,
  email text check (length(email) between 1 and 320),
  active boolean not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, member_id),
  unique (workspace_id, tenant_id, object_id),
  -- What seats point at: a seat belongs to somebody of the subscription's own tenant.
  unique (workspace_id, tenant_id, member_id),
  foreign key (workspace_id, tenant_id) references tenants
);

create index members_by_object on members (workspace_id, object_id);
create index members_by_email on members (workspace_id, tenant_id, lower(email));

-- The catalogue's history: what a plan said, and from when on. The newest revision is what it says now.

alter table plans add column service_identifier text check (length(service_identifier) between 1 and 200);
alter table plans add column revision integer not null default 1;
alter table plans add unique (workspace_id, product_id, plan_id);

create table plan_revisions (
  workspace_id uuid not null,
  plan_id uuid not null,
  revision integer not null check (revision > 0),
  recorded_at timestamptz(3) not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  primary key (workspace_id, plan_id, revision),
  foreign key (workspace_id, plan_id) references plans on delete cascade
);

insert into plan_revisions (workspace_id, plan_id, revision, recorded_at, content)
select plan.workspace_id, plan.plan_id, 1, plan.created_at, jsonb_build_object(
  'slug', plan.slug,
  'name', plan.name,
  'edition', jsonb_build_object('slug', edition.slug, 'name', edition.name, 'rank', edition.rank),
  'licenceModel', plan.licence_model,
  'capabilities', plan.capabilities,
  'serviceIdentifier', null,
  'marketplace', (
    select jsonb_build_object('sourceName', mapping.source_name, 'offerId', mapping.offer_id)
    from marketplace_mappings as mapping
    where mapping.workspace_id = plan.workspace_id and mapping.plan_id = plan.plan_id
    order by mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
    limit 1
  )
)
from plans as plan
join editions as edition using (workspace_id, product_id, edition_id);

-- Subscriptions, each with its whole history.

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
  -- The next instant at which time alone changes it; the sweeper goes by this.
  next_change_at timestamptz(3),
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
create index subscriptions_to_sweep on subscriptions (next_change_at) where next_change_at is not null;
create unique index subscriptions_by_marketplace_id on subscriptions (workspace_id, marketplace_subscription_id)
  where marketplace_subscription_id is not null;

create table subscription_history (
  workspace_id uuid not null,
  subscription_id uuid not null,
  revision integer not null check (revision > 0),
  recorded_at timestamptz(3) not null,
  move text not null,
  actor text not null check (length(actor) between 1 and 200),
  reason text check (length(reason) <= 1000),
  -- The subscription as it was from then on.
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  primary key (workspace_id, subscription_id, revision),
  foreign key (workspace_id, subscription_id) references subscriptions on delete cascade
);

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

-- What a tenant holds of a product has a version, which only ever grows; every step is kept with its moment.

create table entitlements (
  workspace_id uuid not null,
  product_id uuid not null,
  tenant_id uuid not null,
  version integer not null check (version > 0),
  recorded_at timestamptz(3) not null,
  primary key (workspace_id, product_id, tenant_id),
  foreign key (workspace_id, product_id) references products,
  foreign key (workspace_id, tenant_id) references tenants
);

create table entitlement_versions (
  workspace_id uuid not null,
  product_id uuid not null,
  tenant_id uuid not null,
  version integer not null check (version > 0),
  recorded_at timestamptz(3) not null,
  primary key (workspace_id, product_id, tenant_id, version),
  foreign key (workspace_id, product_id, tenant_id) references entitlements on delete cascade
);

-- The outbox: an event exists exactly when its change does.

create table events (
  workspace_id uuid not null references workspaces,
  event_id uuid not null,
  type text not null,
  occurred_at timestamptz(3) not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  primary key (workspace_id, event_id)
);

-- As which application a product's licences are read from the identity provider.

create table idp_connections (
  workspace_id uuid not null,
  product_id uuid not null,
  client_id uuid not null,
  sealed_client_secret bytea not null,
  primary key (workspace_id, product_id),
  foreign key (workspace_id, product_id) references products on delete cascade
);
