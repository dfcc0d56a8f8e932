-- What the partner notes about a customer. The name is that of the organisation.

alter table tenants
  add column contact_name text,
  add column contact_email text,
  add column contact_phone text,
  add column notes text,
  -- The workspace member who looks after the customer.
  add column owner_id uuid,
  -- Counts edits of the columns above and of the name.
  add column revision integer not null default 1;

alter table tenants add constraint tenants_contact_check
  check (length(contact_name) <= 200 and length(contact_email) <= 320 and length(contact_phone) <= 100) not valid;
alter table tenants add constraint tenants_notes_check check (length(notes) <= 10000) not valid;
alter table tenants validate constraint tenants_contact_check;
alter table tenants validate constraint tenants_notes_check;

-- The last request of an API client about a tenant and a product, to within a few minutes.

create table customer_calls (
  workspace_id uuid not null references workspaces,
  tenant_id uuid not null,
  product_id uuid not null,
  last_call_at timestamptz(3) not null,
  primary key (workspace_id, tenant_id, product_id)
);

-- Before that moment no calls were stored: a customer without one is not silent. Null: from the beginning.
alter table workspaces add column calls_recorded_since timestamptz(3);
update workspaces set calls_recorded_since = now();

-- The last week, by its Monday, whose mail about customers at risk was queued or not needed.
alter table workspaces add column at_risk_week date;

-- Whether the member gets that mail; null: as the role says.
alter table workspace_members add column mails_at_risk boolean;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('SupportDigest', 'AddressConfirmation', 'Invitation', 'ReservedSeat', 'CustomersAtRisk')
) not valid;
alter table mails validate constraint mails_kind_check;
