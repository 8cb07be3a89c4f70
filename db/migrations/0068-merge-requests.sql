create table merge_requests (
  id bigint primary key references issuables (id) on delete cascade,
  -- Of the target.
  namespace_id bigint not null references projects (id) on delete cascade,
  -- Null when the fork is gone.
  source_project_id bigint references projects (id) on delete set null,
  source_branch text not null,
  target_branch text not null,
  -- Follows the state of the issuable.
  is_open boolean not null default true,
  draft boolean not null default false,
  -- The head of the latest version; null before there is a commit.
  head_sha text,
  merge_status text not null default 'unchecked'
    check (merge_status in ('unchecked', 'checking', 'can_be_merged', 'cannot_be_merged')),
  -- The heads of source and target that the status is about.
  checked_heads text[],
  squash boolean not null default false,
  remove_source_branch boolean not null default false,
  allow_collaboration boolean not null default false,
  -- Why the last attempt to merge failed.
  merge_error text,
  -- While it is being merged: what is about to become of the target branch.
  merging jsonb,
  -- Who has it merged when its checks pass, and how.
  auto_merge jsonb,
  auto_merge_user_id bigint references users (id) on delete set null,
  merge_commit_sha text,
  squash_commit_sha text,
  merged_at timestamptz,
  merged_by_id bigint references users (id) on delete set null,
  rebasing_since timestamptz
);
-- One open merge request for two branches.
create unique index merge_requests_open on merge_requests (source_project_id, source_branch, namespace_id, target_branch) where is_open;
create index merge_requests_by_source on merge_requests (source_project_id);
create index merge_requests_by_target on merge_requests (namespace_id, target_branch);
create index merge_requests_by_auto_merge_user on merge_requests (auto_merge_user_id) where auto_merge_user_id is not null;
create index merge_requests_by_merger on merge_requests (merged_by_id);
create index merge_requests_merging on merge_requests (id) where merging is not null;

-- The diffs that a merge request has had: one for each push.
create table merge_request_versions (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  merge_request_id bigint not null references merge_requests (id) on delete cascade,
  number integer not null,
  -- The merge base; null when the histories are apart.
  base_sha text,
  -- The head of the target branch at that time.
  start_sha text not null,
  head_sha text not null,
  commit_count integer not null,
  file_count integer not null,
  pushed_by_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  unique (merge_request_id, number)
);
create index merge_request_versions_by_namespace on merge_request_versions (namespace_id);
create index merge_request_versions_by_pusher on merge_request_versions (pushed_by_id);

create table merge_request_reviewers (
  issuable_id bigint not null references issuables (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  namespace_id bigint not null,
  state text not null default 'unreviewed'
    check (state in ('unreviewed', 'review_started', 'reviewed', 'requested_changes', 'approved', 'unapproved')),
  created_at timestamptz not null default now(),
  primary key (issuable_id, user_id)
);
create index merge_request_reviewers_by_user on merge_request_reviewers (user_id);

create table merge_request_approvals (
  merge_request_id bigint not null references merge_requests (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  namespace_id bigint not null,
  -- What was approved.
  head_sha text,
  created_at timestamptz not null default now(),
  primary key (merge_request_id, user_id)
);
create index merge_request_approvals_by_user on merge_request_approvals (user_id);

-- The issues that its description closes when it is merged.
create table merge_request_closes_issues (
  merge_request_id bigint not null references merge_requests (id) on delete cascade,
  issue_id bigint not null references issuables (id) on delete cascade,
  namespace_id bigint not null,
  primary key (merge_request_id, issue_id)
);
create index merge_request_closes_issues_by_issue on merge_request_closes_issues (issue_id);

create function merge_request_state() returns trigger language plpgsql as $$
begin
  update merge_requests set is_open = new.state in ('opened', 'locked') where id = new.id;
  return null;
end $$;
create trigger merge_request_state after update of state on issuables
  for each row when (new.series = 'merge_request' and old.state is distinct from new.state)
  execute function merge_request_state();

alter table projects add column open_merge_requests_count integer not null default 0;
create function count_merge_requests() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' and old.is_open then 1 else 0 end;
  is_now integer := case when tg_op <> 'DELETE' and new.is_open then 1 else 0 end;
begin
  if was <> is_now then
    update projects set open_merge_requests_count = open_merge_requests_count + is_now - was
      where id = case when tg_op = 'DELETE' then old.namespace_id else new.namespace_id end;
  end if;
  return null;
end $$;
create trigger merge_requests_counted after insert or delete or update of is_open on merge_requests
  for each row execute function count_merge_requests();
