-- The state of each sign-in that the identity provider has answered: it is spent once, on whichever node.

create table spent_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  spent_at timestamptz(3) not null
);

create index spent_sign_ins_by_age on spent_sign_ins (spent_at);
