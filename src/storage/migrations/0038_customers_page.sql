-- The users and tenants behind a purchase: they manage its seats on the customer's page.

create table subscription_buyers (
  workspace_id uuid not null,
  subscription_id uuid not null,
  role text not null check (role in ('Beneficiary', 'Purchaser', 'Confirmer')),
  tenant_id uuid not null,
  -- Null: the order names the tenant only.
  object_id uuid,
  recorded_at timestamptz(3) not null,
  primary key (workspace_id, subscription_id, role)
);

create index subscription_buyers_by_tenant on subscription_buyers (workspace_id, tenant_id);

-- Members who manage their tenant's seats although they did not buy.
alter table members add column is_administrator boolean not null default false;

-- Seats that customers have given to e-mail addresses of people who are no members yet.

create table seat_reservations (
  workspace_id uuid not null,
  subscription_id uuid not null,
  tenant_id uuid not null,
  email text not null check (length(email) between 3 and 320 and email = lower(email)),
  reserved_at timestamptz(3) not null,
  primary key (workspace_id, subscription_id, email)
);

create index seat_reservations_by_tenant on seat_reservations (workspace_id, tenant_id);
