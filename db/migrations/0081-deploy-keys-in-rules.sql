-- A deploy key in a rule: it pushes to the branches, and creates the tags, whose rules name it.
alter table protected_ref_access add column deploy_key_id bigint references deploy_keys (id) on delete cascade,
  drop constraint protected_ref_access_is_one,
  add constraint protected_ref_access_is_one check (num_nonnulls(access_level, user_id, deploy_key_id) = 1),
  add constraint protected_ref_access_of_key check (deploy_key_id is null or action in ('push', 'create'));
create index protected_ref_access_by_deploy_key on protected_ref_access (deploy_key_id) where deploy_key_id is not null;

-- A key that leaves a project leaves its rules, whatever other projects it opens.
create function remove_deploy_keys_from_rules() returns trigger language plpgsql as $$
begin
  delete from protected_ref_access a using gone, protected_refs r
    where a.deploy_key_id = gone.deploy_key_id and r.id = a.protected_ref_id and r.project_id = gone.namespace_id;
  return null;
end $$;
create trigger deploy_keys_leave_rules after delete on deploy_keys_projects referencing old table as gone
  for each statement execute function remove_deploy_keys_from_rules();
