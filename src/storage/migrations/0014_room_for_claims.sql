-- A claim changes two columns that no index knows. Where its page has room for the new version of the row, the indexes
-- are left alone; a sender claims a page's rows together, so there is room for as many again.

alter table usage_reports set (fillfactor = 50);
alter table webhook_deliveries set (fillfactor = 50);
