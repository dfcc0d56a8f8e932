-- What is announced of a period of usage events.
alter table usage_periods
  -- The use of open and closed hours. Null: not counted yet.
  add column counted numeric(30, 6),
  -- The included quantity of the hour that was last counted or closed.
  add column included_quantity numeric(16, 6),
  -- The greatest threshold that was announced, in per cent of the included quantity.
  add column announced_percent smallint not null default 0,
  -- When its use was final and announced.
  add column closed_at timestamptz(3);

-- allowed: the table came with 0033_meters.sql, so it is empty or nearly so.
create index usage_periods_to_close on usage_periods (period_end) where closed_at is null;
