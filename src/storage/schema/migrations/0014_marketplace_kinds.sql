-- The marketplace of a connection. It never changes.

alter table marketplace_connections add column kind text not null default 'Microsoft';
alter table marketplace_connections
  add constraint marketplace_connections_kind_check check (kind in ('Microsoft', 'Aws')) not valid;
alter table marketplace_connections validate constraint marketplace_connections_kind_check;
