-- A cluster distributes the new tables after their own migration, so their foreign keys follow here.

alter table subscription_buyers add constraint subscription_buyers_subscription_fkey
  foreign key (workspace_id, subscription_id) references subscriptions (workspace_id, subscription_id)
  on delete cascade not valid;

alter table seat_reservations add constraint seat_reservations_subscription_fkey
  foreign key (workspace_id, subscription_id) references subscriptions (workspace_id, subscription_id)
  on delete cascade not valid;
