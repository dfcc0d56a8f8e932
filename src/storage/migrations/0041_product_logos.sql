-- The images that customers see on the landing page and the customer's page.
create table product_logos (
  workspace_id uuid not null,
  product_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  content bytea not null check (length(content) between 1 and 65536),
  changed_at timestamptz(3) not null,
  primary key (workspace_id, product_id)
);
