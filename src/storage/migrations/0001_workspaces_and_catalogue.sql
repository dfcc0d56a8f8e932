-- A workspace is one partner. Every row of every table belongs to exactly one, and every key that crosses
-- tables carries workspace_id, so that no row can ever point into another workspace.

create table workspaces (
  workspace_id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 200),
  partner_plan text not null check (partner_plan in ('Starter', 'Growth', 'Scale')),
  created_at timestamptz(3) not null
);

create table categories (
  workspace_id uuid not null references workspaces,
  category_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 200),
  primary key (workspace_id, category_id),
  unique (workspace_id, slug)
);

create table products (
  workspace_id uuid not null references workspaces,
  product_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 200),
  types text[] not null check (
    cardinality(types) > 0
    and types <@ array['WebApp', 'TeamsApp', 'SharePointApp', 'OfficeAddIn', 'PowerPlatformSolution']
  ),
  status text not null check (status in ('Draft', 'Published', 'Archived')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, product_id),
  unique (workspace_id, slug)
);

create table product_categories (
  workspace_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  primary key (workspace_id, product_id, category_id),
  foreign key (workspace_id, product_id) references products on delete cascade,
  foreign key (workspace_id, category_id) references categories
);

create table editions (
  workspace_id uuid not null,
  product_id uuid not null,
  edition_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 200),
  rank integer not null,
  primary key (workspace_id, product_id, edition_id),
  unique (workspace_id, product_id, slug),
  -- Checked at the end of a transaction, so that two editions can trade places.
  unique (workspace_id, product_id, rank) deferrable initially deferred,
  foreign key (workspace_id, product_id) references products on delete cascade
);

create table plans (
  workspace_id uuid not null,
  product_id uuid not null,
  plan_id uuid not null,
  edition_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 200),
  status text not null check (status in ('Draft', 'Published', 'Archived')),
  licence_model text not null check (licence_model in ('TenantWide', 'Seats', 'IdpManaged')),
  billing_model text not null check (billing_model in ('FlatRate', 'PerUser')),
  capabilities jsonb not null check (jsonb_typeof(capabilities) = 'object'),
  limits jsonb not null check (jsonb_typeof(limits) = 'object'),
  created_at timestamptz(3) not null,
  primary key (workspace_id, plan_id),
  unique (workspace_id, product_id, slug),
  -- What the marketplace mappings point at, so that a plan's billing model can guard its meters.
  unique (workspace_id, plan_id, billing_model),
  foreign key (workspace_id, product_id, edition_id) references editions
);

create table marketplace_mappings (
  workspace_id uuid not null,
  mapping_id uuid not null,
  plan_id uuid not null,
  billing_model text not null,
  source_name text not null check (length(source_name) between 1 and 100),
  offer_id text not null check (length(offer_id) between 1 and 100),
  marketplace_plan_id text not null check (length(marketplace_plan_id) between 1 and 100),
  primary key (workspace_id, mapping_id),
  -- A purchase names a source, an offer and a plan, and must lead to one plan of ours.
  unique (workspace_id, source_name, offer_id, marketplace_plan_id),
  unique (workspace_id, mapping_id, billing_model),
  foreign key (workspace_id, plan_id, billing_model)
    references plans (workspace_id, plan_id, billing_model) on update cascade on delete cascade
);

create index marketplace_mappings_by_plan on marketplace_mappings (workspace_id, plan_id);

create table meter_dimensions (
  workspace_id uuid not null,
  mapping_id uuid not null,
  dimension_id text not null check (length(dimension_id) between 1 and 100),
  -- Only flat-rate plans have custom meters.
  billing_model text not null check (billing_model = 'FlatRate'),
  name text not null check (length(name) between 1 and 200),
  unit text not null check (length(unit) between 1 and 100),
  primary key (workspace_id, mapping_id, dimension_id),
  foreign key (workspace_id, mapping_id, billing_model)
    references marketplace_mappings (workspace_id, mapping_id, billing_model)
    on update cascade on delete cascade
);
