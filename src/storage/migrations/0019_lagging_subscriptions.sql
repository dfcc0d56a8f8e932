-- An operation that is known to have succeeded, and what the subscription is then: reads of the subscription may lag behind.

-- allowed: checks of new columns that are null in every row of a small table
alter table marketplace_calls
  add column confirmed_at timestamptz(3),
  -- The marketplace's own time of the operation, or when we heard of it.
  add column operation_at timestamptz(3),
  add column expected jsonb check (jsonb_typeof(expected) = 'object'),
  -- When the subscription was followed although it did not show the change yet.
  add column followed_at timestamptz(3),
  add constraint marketplace_calls_confirmed
    check ((confirmed_at is null) = (expected is null) and (confirmed_at is null) = (operation_at is null)),
  add constraint marketplace_calls_followed check (followed_at is null or confirmed_at is not null);
