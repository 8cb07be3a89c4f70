-- Public SSH keys that open the code of projects, for machines. A key belongs to no account.
create table deploy_keys (
  id bigint generated always as identity primary key,
  title text not null,
  key text not null,
  type text not null,
  bits integer not null,
  fingerprint text not null,
  fingerprint_md5 text not null,
  -- Who added it: pushes are made in their name.
  creator_id bigint references users (id) on delete set null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index deploy_keys_fingerprint on deploy_keys (fingerprint);
create index deploy_keys_by_creator on deploy_keys (creator_id);

-- The projects that a deploy key opens.
create table deploy_keys_projects (
  deploy_key_id bigint not null references deploy_keys (id) on delete cascade,
  namespace_id bigint not null references projects (id) on delete cascade,
  can_push boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (deploy_key_id, namespace_id)
);
create index deploy_keys_projects_by_project on deploy_keys_projects (namespace_id);

-- A key that opens no project any more goes with the last of them.
create function remove_unused_deploy_keys() returns trigger language plpgsql as $$
begin
  delete from deploy_keys k using gone where k.id = gone.deploy_key_id
    and not exists (select 1 from deploy_keys_projects kp where kp.deploy_key_id = k.id);
  return null;
end $$;
create trigger deploy_keys_unused after delete on deploy_keys_projects referencing old table as gone
  for each statement execute function remove_unused_deploy_keys();
