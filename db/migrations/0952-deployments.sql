-- The places to which a project is deployed, and what was deployed there when. Other programs report the deployments.
create table environments (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  name text not null,
  slug text not null,
  external_url text,
  description text,
  tier text not null check (tier in ('production', 'staging', 'testing', 'development', 'other')),
  state text not null default 'available' check (state in ('available', 'stopped')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, name)
);
create unique index environments_by_slug on environments (namespace_id, slug);

create table deployments (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  environment_id bigint not null references environments (id) on delete cascade,
  iid integer not null,
  ref text not null,
  is_tag boolean not null default false,
  sha text not null,
  status text not null check (status in ('created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked')),
  user_id bigint references users (id) on delete set null,
  -- The job or the report that deployed it.
  target_url text,
  -- It was created during a freeze period of the project.
  in_freeze boolean not null default false,
  -- Its commit is older than the one that the environment had; null until a job compared them.
  is_rollback boolean,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, iid)
);
create index deployments_of_project on deployments (namespace_id, id desc);
create index deployments_of_environment on deployments (environment_id, id desc);
create index deployments_of_commit on deployments (namespace_id, sha, environment_id, id desc);
create index deployments_by_user on deployments (user_id);
-- The deployment that an environment has, and how often there was one.
create index deployments_that_succeeded on deployments (environment_id, finished_at desc, id desc) where status = 'success';

-- The merge requests that came to an environment with a deployment, or were removed from it by a rollback.
create table deployment_merge_requests (
  deployment_id bigint not null references deployments (id) on delete cascade,
  merge_request_id bigint not null references merge_requests (id) on delete cascade,
  is_removed boolean not null default false,
  primary key (deployment_id, merge_request_id)
);
create index deployments_of_merge_request on deployment_merge_requests (merge_request_id, deployment_id desc);

-- Who may deploy to an environment and who approves it. The name may be that of an environment to come.
create table protected_environments (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  name text not null,
  -- Approvals by anyone who may deploy; where there are approval rules, these count instead.
  required_approvals integer not null default 0 check (required_approvals between 0 and 5),
  created_at timestamptz not null default now(),
  unique (namespace_id, name)
);

create table protected_environment_access (
  id bigint generated always as identity primary key,
  protected_environment_id bigint not null references protected_environments (id) on delete cascade,
  action text not null check (action in ('deploy', 'approve')),
  -- A role and those above it; 60: administrators.
  access_level smallint check (access_level in (30, 40, 60)),
  user_id bigint references users (id) on delete cascade,
  group_id bigint references groups (id) on delete cascade,
  -- Whether members of the groups above count too.
  inherits boolean not null default false,
  required_approvals integer check (required_approvals between 1 and 5),
  constraint protected_environment_access_is_one check (num_nonnulls(access_level, user_id, group_id) = 1),
  constraint protected_environment_access_approvals check ((action = 'approve') = (required_approvals is not null))
);
create index protected_environment_access_by_environment on protected_environment_access (protected_environment_id, id);
create index protected_environment_access_by_user on protected_environment_access (user_id) where user_id is not null;
create index protected_environment_access_by_group on protected_environment_access (group_id) where group_id is not null;

create table deployment_approvals (
  id bigint generated always as identity primary key,
  deployment_id bigint not null references deployments (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- The rule that it counts for; null where there was none.
  rule_id bigint references protected_environment_access (id) on delete set null,
  status text not null check (status in ('approved', 'rejected')),
  comment text,
  created_at timestamptz not null default now(),
  unique (deployment_id, user_id)
);
create index deployment_approvals_by_user on deployment_approvals (user_id);
create index deployment_approvals_by_rule on deployment_approvals (rule_id) where rule_id is not null;

-- Times in which nothing should be deployed: from each moment of one pattern to the next one of the other.
create table freeze_periods (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  -- `minute hour day month weekday`.
  freeze_start text not null,
  freeze_end text not null,
  -- IANA name.
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index freeze_periods_of_project on freeze_periods (namespace_id, id);
