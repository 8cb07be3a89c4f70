-- The activity of projects, groups and people is read from the log of events. The names below are those of
-- server/feeds/activity/kinds.ts; a further one needs both indexes anew.

-- Whose activity an event is: of a membership the member's, of anything else that of whoever did it.
create function activity_author(name text, actor_id bigint, payload jsonb) returns bigint
  language sql immutable parallel safe
  return case when name in ('member.added', 'member.removed') then (payload->>'userId')::bigint else actor_id end;

create index events_activity_of_place on events (namespace_id, name, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'note.created', 'milestone.created', 'milestone.closed',
    'milestone.activated', 'milestone.deleted', 'member.added', 'member.removed', 'project.created', 'ref.pushed');

create index events_activity_of_author on events (activity_author(name, actor_id, payload), namespace_id, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'note.created', 'milestone.created', 'milestone.closed',
    'milestone.activated', 'milestone.deleted', 'member.added', 'member.removed', 'project.created', 'ref.pushed');
