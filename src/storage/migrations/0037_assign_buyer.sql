-- Whether the buyer of a plan with seats gets the first seat when the subscription is activated.
alter table workspaces add column assign_buyer boolean not null default true;
