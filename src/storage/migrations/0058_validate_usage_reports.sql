-- In a transaction of its own: reads and writes go on meanwhile.

alter table usage_reports validate constraint usage_reports_status_check;
alter table usage_reports validate constraint usage_reports_decided_check;
alter table usage_reports validate constraint usage_reports_quantity_above_zero_check;
alter table usage_reports validate constraint usage_reports_not_billed_check;
