-- Usage events of a subscription that is sold without a marketplace: its reports are stored and never sent.

alter table usage_hours alter column marketplace_subscription_id drop not null;
alter table usage_reports alter column marketplace_subscription_id drop not null;

-- One change for each statement: Citus takes no more.
alter table usage_reports drop constraint usage_reports_status_check;
alter table usage_reports drop constraint usage_reports_check;
alter table usage_reports drop constraint usage_reports_check3;

alter table usage_reports add constraint usage_reports_status_check check (
  status in ('Pending', 'Accepted', 'QuantityMismatch', 'Rejected', 'Expired', 'Skipped', 'NotBilled')
) not valid;
alter table usage_reports add constraint usage_reports_decided_check
  check ((status in ('Pending', 'Skipped', 'NotBilled')) = (decided_at is null)) not valid;
alter table usage_reports add constraint usage_reports_quantity_above_zero_check
  check (status in ('Skipped', 'NotBilled') or quantity > 0) not valid;
alter table usage_reports add constraint usage_reports_not_billed_check
  check ((status = 'NotBilled') = (marketplace_subscription_id is null)) not valid;
