-- "Draft: ", "[Draft]", "(Draft)" in front of a title.
create function is_draft_title(title text) returns boolean language sql immutable parallel safe
  return title ~* '^\s*(\[draft\]|\(draft\)|draft:|draft$)';

create or replace function merge_request_state() returns trigger language plpgsql as $$
begin
  update merge_requests set is_open = new.state in ('opened', 'locked'), draft = is_draft_title(new.title) where id = new.id;
  return null;
end $$;
drop trigger merge_request_state on issuables;
create trigger merge_request_state after update of state, title on issuables
  for each row when (new.series = 'merge_request') execute function merge_request_state();

-- The activity tells of merge requests too.
drop index events_activity_of_author;
drop index events_activity_of_place;
create index events_activity_of_author on events (activity_author(name, actor_id, payload), namespace_id, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'merge_request.created', 'merge_request.closed', 'merge_request.reopened',
    'merge_request.merged', 'note.created', 'milestone.created', 'milestone.closed', 'milestone.activated', 'milestone.deleted', 'member.added',
    'member.removed', 'project.created', 'ref.pushed');
create index events_activity_of_place on events (namespace_id, name, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'merge_request.created', 'merge_request.closed', 'merge_request.reopened',
    'merge_request.merged', 'note.created', 'milestone.created', 'milestone.closed', 'milestone.activated', 'milestone.deleted', 'member.added',
    'member.removed', 'project.created', 'ref.pushed');
