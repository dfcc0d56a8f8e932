-- The entitlement of a tenant to a product has a version, which only ever grows; every version is stored with its time.

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
