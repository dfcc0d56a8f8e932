-- Whether the administrators of customers are mailed when a use reaches a threshold.
alter table workspaces add column mails_usage_alerts boolean not null default false;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('SupportDigest', 'AddressConfirmation', 'Invitation', 'ReservedSeat', 'CustomersAtRisk', 'UsageAlert')
) not valid;
alter table mails validate constraint mails_kind_check;
