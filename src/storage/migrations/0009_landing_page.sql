-- Where customers go once they have bought: the partner's own application.

alter table products add column application_url text
  check (application_url ~ '^https?://' and length(application_url) <= 2000);
