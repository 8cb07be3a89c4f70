-- Merge requests that have to be merged before another one can be.
create table merge_request_blocks (
  id bigint generated always as identity primary key,
  blocking_id bigint not null references merge_requests (id) on delete cascade,
  blocked_id bigint not null references merge_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (blocking_id <> blocked_id)
);
create unique index merge_request_blocks_pair on merge_request_blocks (blocked_id, blocking_id);
create index merge_request_blocks_by_blocking on merge_request_blocks (blocking_id);

alter table merge_requests
  -- It cannot be merged before.
  add column merge_after timestamptz,
  -- The same, until a job has told its page that the moment has come.
  add column waits_until timestamptz;
create index merge_requests_waiting on merge_requests (waits_until) where waits_until is not null;

-- Commits that reviewers see beside those of a merge request.
create table merge_request_context_commits (
  merge_request_id bigint not null references merge_requests (id) on delete cascade,
  sha text not null,
  -- The commits were added in this order.
  id bigint generated always as identity,
  primary key (merge_request_id, sha)
);
