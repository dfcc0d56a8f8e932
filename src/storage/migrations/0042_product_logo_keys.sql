-- A cluster distributes the new table after its own migration, so its foreign key follows here.
alter table product_logos add constraint product_logos_product_fkey
  foreign key (workspace_id, product_id) references products (workspace_id, product_id)
  on delete cascade not valid;
