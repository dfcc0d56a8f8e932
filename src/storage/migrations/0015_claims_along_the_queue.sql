-- Statistics made while nothing was Pending let the planner claim along this index and sort all that is due for each claim.
-- What is Pending is never decided, so the condition changes nothing; but only who says it is led here, and a claim does not.

drop index usage_reports_to_expire;
create index usage_reports_to_expire on usage_reports (hour) where status = 'Pending' and decided_at is null;
