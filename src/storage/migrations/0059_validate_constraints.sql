-- They were added without a look at the rows that were there. Validating reads them beside other reads and writes.
alter table meter_dimensions validate constraint meter_dimensions_meter;
alter table subscription_buyers validate constraint subscription_buyers_subscription_fkey;
alter table seat_reservations validate constraint seat_reservations_subscription_fkey;
alter table product_logos validate constraint product_logos_product_fkey;
alter table api_keys validate constraint api_keys_name_check;
alter table service_account_keys validate constraint service_account_keys_name_check;
