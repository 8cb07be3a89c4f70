-- The next changes that a person made to the same item, for the list of their own changes.
create index events_own_changes_of_item on events (actor_id, (coalesce(payload->>'issueId', payload->>'issuableId')::bigint), created_at, id)
  where name in ('issuable.changed', 'issue.closed', 'issue.reopened', 'merge_request.closed', 'merge_request.reopened', 'epic.closed', 'epic.reopened',
    'issue.linked', 'issue.unlinked') and payload->>'changeSetId' is null;
