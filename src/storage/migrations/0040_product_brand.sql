-- Shown to customers on the landing page and the customer's page.
alter table products
  add column support_contact text,
  add column accent_colour text;
