-- A pipeline is what other programs report of a commit on a branch or tag: its statuses, and the status that follows from them.
create table pipelines (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  iid integer not null,
  sha text not null,
  ref text not null,
  is_tag boolean not null default false,
  status text not null check (status in ('pending', 'running', 'success', 'failed', 'canceled', 'skipped')),
  user_id bigint references users (id) on delete set null,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, iid)
);
-- One for each commit on a ref; the newest of a commit is found here too.
create unique index pipelines_by_commit on pipelines (namespace_id, sha, ref);
create index pipelines_newest on pipelines (namespace_id, id desc);
create index pipelines_by_user on pipelines (user_id);

create table commit_statuses (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  pipeline_id bigint not null references pipelines (id) on delete cascade,
  sha text not null,
  ref text not null,
  name text not null,
  status text not null check (status in ('pending', 'running', 'success', 'failed', 'canceled', 'skipped')),
  -- A newer status of the same name has taken its place.
  is_replaced boolean not null default false,
  target_url text,
  description text,
  coverage double precision,
  author_id bigint references users (id) on delete set null,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
-- Of all statuses of a name in a pipeline, one is the last.
create unique index commit_statuses_current on commit_statuses (pipeline_id, name) where not is_replaced;
create index commit_statuses_by_pipeline on commit_statuses (pipeline_id, id);
create index commit_statuses_by_commit on commit_statuses (namespace_id, sha, id);
create index commit_statuses_by_author on commit_statuses (author_id);
