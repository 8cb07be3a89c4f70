-- Rules for branches and tags, each with who is allowed what. The one setting of the default branch becomes its first rule.
create table protected_refs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  kind text not null check (kind in ('branch', 'tag')),
  -- May hold the wildcard *.
  name text not null,
  allow_force_push boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index protected_refs_by_name on protected_refs (project_id, kind, name);

create table protected_ref_access (
  id bigint generated always as identity primary key,
  protected_ref_id bigint not null references protected_refs (id) on delete cascade,
  action text not null check (action in ('push', 'merge', 'unprotect', 'create')),
  -- A role and those above it; 0: nobody, 60: administrators.
  access_level smallint check (access_level in (0, 30, 40, 60)),
  user_id bigint references users (id) on delete cascade,
  constraint protected_ref_access_is_one check (num_nonnulls(access_level, user_id) = 1)
);
create index protected_ref_access_by_ref on protected_ref_access (protected_ref_id, id);
create index protected_ref_access_by_user on protected_ref_access (user_id) where user_id is not null;

with made as (
  insert into protected_refs (project_id, kind, name) select id, 'branch', default_branch from projects where not allow_force_push returning id
)
insert into protected_ref_access (protected_ref_id, action, access_level)
  select made.id, action, 30 from made, unnest(array['push', 'merge']) as actions (action);

alter table projects drop column allow_force_push;
alter table groups drop constraint groups_default_branch_protection_check,
  add constraint groups_default_branch_protection_check check (default_branch_protection in (0, 1, 2, 3));
