-- The catalogue is edited as a whole: whoever changes it holds this row until they commit. `changed_at` never runs
-- backwards, though the clocks of two nodes may, so that its history is in order.

create table catalogues (
  workspace_id uuid primary key references workspaces,
  revision integer not null check (revision > 0),
  changed_at timestamptz(3) not null
);

insert into catalogues (workspace_id, revision, changed_at)
select workspace_id, 1, greatest(
  workspace.created_at,
  (select max(created_at) from products as product where product.workspace_id = workspace.workspace_id),
  (select max(recorded_at) from plan_revisions as entry where entry.workspace_id = workspace.workspace_id)
)
from workspaces as workspace;

-- A product counts its changes, those of its editions, plans and mappings included.

alter table products add column revision integer not null default 1 check (revision > 0);

-- What a product was called, and from when on: the part of it that entitlement answers show.

create table product_revisions (
  workspace_id uuid not null,
  product_id uuid not null,
  revision integer not null check (revision > 0),
  recorded_at timestamptz(3) not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  primary key (workspace_id, product_id, revision),
  foreign key (workspace_id, product_id) references products on delete cascade
);

insert into product_revisions (workspace_id, product_id, revision, recorded_at, content)
select workspace_id, product_id, 1, created_at, jsonb_build_object('name', name)
from products;
