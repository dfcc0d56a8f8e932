-- Tells whether a node has the encryption key that the database's secrets are sealed with. One row at most.
create table encryption_canary (
  is_only boolean primary key default true check (is_only),
  sealed_canary bytea not null
);
