-- The catalogue is edited as a whole: an edit locks this row until it commits. `changed_at` never goes back, though the
-- clocks of two nodes may differ, so that the history is in order. Every workspace has a row from the beginning: on a
-- cluster, inserts of many rows select from it to reach the machine of the workspace.

create table catalogues (
  workspace_id uuid primary key references workspaces,
  revision integer not null check (revision > 0),
  changed_at timestamptz(3) not null
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
  -- Counts its changes, those of its editions, plans and mappings included.
  revision integer not null default 1 check (revision > 0),
  -- The partner's application, to which customers go after a purchase.
  application_url text check (application_url ~ '^https?://' and length(application_url) <= 2000),
  -- Shown on the landing page and the customer's page.
  support_contact text,
  accent_colour text,
  -- Names, descriptions and units of capabilities and limits, for display; null: none.
  labels jsonb,
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

-- The images on the landing page and the customer's page.

create table product_logos (
  workspace_id uuid not null,
  product_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  content bytea not null check (length(content) between 1 and 65536),
  changed_at timestamptz(3) not null,
  primary key (workspace_id, product_id),
  foreign key (workspace_id, product_id) references products on delete cascade
);

-- The history of a product's name: the part of it that entitlements show.

create table product_revisions (
  workspace_id uuid not null,
  product_id uuid not null,
  revision integer not null check (revision > 0),
  recorded_at timestamptz(3) not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  primary key (workspace_id, product_id, revision),
  foreign key (workspace_id, product_id) references products on delete cascade
);

-- The application with which a product's licences are read from the identity provider.

create table idp_connections (
  workspace_id uuid not null,
  product_id uuid not null,
  client_id uuid not null,
  sealed_client_secret bytea not null,
  revision integer not null default 1 check (revision > 0),
  primary key (workspace_id, product_id),
  foreign key (workspace_id, product_id) references products on delete cascade
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
  service_identifier text check (length(service_identifier) between 1 and 200),
  revision integer not null default 1,
  primary key (workspace_id, plan_id),
  unique (workspace_id, product_id, slug),
  -- Subscriptions refer to a plan of their product.
  unique (workspace_id, product_id, plan_id),
  -- Mappings refer to it, so that the billing model of a plan restricts its meters.
  unique (workspace_id, plan_id, billing_model),
  foreign key (workspace_id, product_id, edition_id) references editions
);

-- The history of each plan. The newest revision is the current one.

create table plan_revisions (
  workspace_id uuid not null,
  plan_id uuid not null,
  revision integer not null check (revision > 0),
  recorded_at timestamptz(3) not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  primary key (workspace_id, plan_id, revision),
  foreign key (workspace_id, plan_id) references plans on delete cascade
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
  -- A purchase names a source, an offer and a plan of the marketplace, and must lead to one plan here.
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
  -- The meter. Another intake or aggregation takes effect at switched_at; previous_meter is the one before.
  intake text not null default 'Records',
  aggregation text,
  included_quantity numeric(16, 6),
  included_per text,
  previous_meter jsonb,
  switched_at timestamptz(0),
  primary key (workspace_id, mapping_id, dimension_id),
  foreign key (workspace_id, mapping_id, billing_model)
    references marketplace_mappings (workspace_id, mapping_id, billing_model)
    on update cascade on delete cascade,
  constraint meter_dimensions_meter check (
    intake in ('Records', 'Events')
    and (intake = 'Events') = (aggregation is not null)
    and (aggregation is null or aggregation in ('Sum', 'Count', 'Max', 'Unique'))
    and (included_quantity is null) = (included_per is null)
    and (included_quantity is null or (included_quantity > 0 and aggregation in ('Sum', 'Count')))
    and (included_per is null or included_per in ('Month', 'Year', 'Term'))
    and (previous_meter is null) = (switched_at is null)
  )
);
