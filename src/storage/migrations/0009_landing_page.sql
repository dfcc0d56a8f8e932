-- Where customers go once they have bought: the partner's own application.

alter table products add column application_url text
  check (application_url ~ '^https?://' and length(application_url) <= 2000);

-- The landing page's address names a connection alone.

create unique index marketplace_connections_by_id on marketplace_connections (connection_id);
