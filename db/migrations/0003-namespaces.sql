-- Users' own namespaces, groups and projects share one table, one id space and one tree.
create table namespaces (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('user', 'group', 'project')),
  parent_id bigint references namespaces,
  owner_id bigint references users on delete cascade,
  name text not null,
  path text not null,
  full_path text not null,
  full_name text not null,
  -- from the root down to this row, both included
  ancestor_ids bigint[] not null,
  visibility text not null default 'private' check (visibility in ('private', 'internal', 'public')),
  description text not null default '',
  description_html text not null default '',
  avatar_upload_id bigint,
  archived boolean not null default false,
  emails_enabled boolean not null default true,
  creator_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index namespaces_full_path on namespaces (lower(full_path));
create index namespaces_children on namespaces (parent_id, kind);
create index namespaces_descendants on namespaces using gin (ancestor_ids);
create unique index namespaces_of_user on namespaces (owner_id) where kind = 'user';
create index namespaces_search on namespaces using gin ((lower(name || ' ' || full_path)) gin_trgm_ops);

create table groups (
  id bigint primary key references namespaces on delete cascade,
  project_creation_level text not null default 'developer'
    check (project_creation_level in ('noone', 'owner', 'maintainer', 'developer', 'administrator')),
  subgroup_creation_level text not null default 'maintainer' check (subgroup_creation_level in ('owner', 'maintainer')),
  request_access_enabled boolean not null default true,
  mentions_disabled boolean not null default false,
  lfs_enabled boolean not null default true,
  share_with_group_lock boolean not null default false,
  default_branch text
);

create table projects (
  id bigint primary key references namespaces on delete cascade,
  default_branch text not null default 'main',
  -- null until the first push, so that an empty repository costs no look on the disk
  last_pushed_at timestamptz,
  repository_size_bytes bigint not null default 0,
  commit_count integer not null default 0,
  topics text[] not null default '{}',
  star_count integer not null default 0,
  forks_count integer not null default 0,
  open_issues_count integer not null default 0,
  last_activity_at timestamptz not null default now(),
  issues_access_level text not null default 'enabled' check (issues_access_level in ('disabled', 'private', 'enabled')),
  repository_access_level text not null default 'enabled' check (repository_access_level in ('disabled', 'private', 'enabled')),
  merge_requests_access_level text not null default 'enabled' check (merge_requests_access_level in ('disabled', 'private', 'enabled')),
  request_access_enabled boolean not null default true,
  autoclose_referenced_issues boolean not null default true,
  merge_method text not null default 'merge' check (merge_method in ('merge', 'rebase_merge', 'ff')),
  squash_option text not null default 'default_off' check (squash_option in ('never', 'always', 'default_on', 'default_off')),
  only_allow_merge_if_pipeline_succeeds boolean not null default false,
  only_allow_merge_if_all_discussions_are_resolved boolean not null default false,
  allow_merge_on_skipped_pipeline boolean,
  remove_source_branch_after_merge boolean not null default true,
  resolve_outdated_diff_discussions boolean not null default false,
  lfs_enabled boolean not null default true,
  suggestion_commit_message text,
  merge_commit_template text,
  squash_commit_template text,
  issue_branch_template text,
  issues_template text,
  merge_requests_template text
);
create index projects_by_activity on projects (last_activity_at desc, id desc);

create table members (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  access_level smallint not null check (access_level in (5, 10, 20, 30, 40, 50)),
  expires_at date,
  created_by_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (user_id, namespace_id)
);
create index members_of_namespace on members (namespace_id);

-- Former paths, answered by a redirect until somebody takes them.
create table redirects (
  path text primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  created_at timestamptz not null default now()
);
create index redirects_of_namespace on redirects (namespace_id);

create table stars (
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index stars_of_user on stars (user_id);

-- The last number given out, per namespace and series.
create table iid_counters (
  namespace_id bigint not null references namespaces on delete cascade,
  series text not null,
  value bigint not null,
  primary key (namespace_id, series)
);

create table uploads (
  id bigint generated always as identity primary key,
  namespace_id bigint references namespaces on delete cascade,
  user_id bigint references users on delete set null,
  purpose text not null check (purpose in ('attachment', 'avatar')),
  secret text not null,
  filename text not null,
  media_type text not null,
  size_bytes bigint not null,
  storage_key text not null,
  created_at timestamptz not null default now()
);
create unique index uploads_by_secret on uploads (secret, filename);
create index uploads_of_namespace on uploads (namespace_id, id desc);
alter table users add foreign key (avatar_upload_id) references uploads on delete set null;
alter table namespaces add foreign key (avatar_upload_id) references uploads on delete set null;

-- The actor's highest role on a namespace: direct or inherited from any ancestor, not expired. 0 when none.
create function access_level_of(actor bigint, ancestors bigint[]) returns integer
  language sql stable parallel safe
  return (select coalesce(max(m.access_level), 0)::integer from members m
          where m.user_id = actor and m.namespace_id = any (ancestors)
            and (m.expires_at is null or m.expires_at > current_date));
