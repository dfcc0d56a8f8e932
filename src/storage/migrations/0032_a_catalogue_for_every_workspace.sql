-- Every workspace has its row here from the beginning on. Inserts of many rows select from it: on a cluster it leads them to
-- the machine of the workspace.
insert into catalogues (workspace_id, revision, changed_at)
select workspace_id, 1, created_at from workspaces
on conflict do nothing;
