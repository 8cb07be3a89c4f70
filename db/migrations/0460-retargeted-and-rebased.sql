-- GraphQL says of a merge request that its target branch was changed, and which commit its last rebase made.
alter table merge_requests add column retargeted boolean not null default false, add column rebase_commit_sha text;

update merge_requests mr set retargeted = true from events e
  where e.name = 'merge_request.retargeted' and mr.id = (e.payload->>'issuableId')::bigint;
