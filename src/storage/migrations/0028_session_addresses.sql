-- From which address the session was begun; null for sessions from before.
alter table admin_sessions add column address text;
