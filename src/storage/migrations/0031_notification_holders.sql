-- The worker that has leased the notification, by a random id: it takes its own lease again at once. Null: a node of the
-- version before.
alter table marketplace_calls add column holder uuid;
