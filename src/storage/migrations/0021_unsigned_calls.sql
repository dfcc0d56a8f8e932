-- For development: whether calls of a connection's webhook are taken without the marketplace's token.

alter table marketplace_connections add column accepts_unsigned_calls boolean not null default false;
