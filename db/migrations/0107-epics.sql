-- What an issuable is part of: the epic of an issue, or of an epic. Its order among the children; those without stand last.
alter table issuables
  add column parent_id bigint references issuables (id) on delete set null,
  add column parent_position bigint;
create index issuables_of_parent on issuables (parent_id, parent_position, id) where parent_id is not null;

-- What only epics have. Their dates are those of `issuables`; here stands where they come from.
create table epics (
  id bigint primary key references issuables (id) on delete cascade,
  color text not null default '#1068bf' check (color ~ '^#[0-9a-f]{6}$'),
  -- That stands out from the colour.
  text_color text not null default '#FFFFFF',
  start_date_is_fixed boolean not null default false,
  start_date_fixed date,
  -- The earliest of its child epics and of the milestones of its issues.
  start_date_inherited date,
  due_date_is_fixed boolean not null default false,
  due_date_fixed date,
  -- The latest of them.
  due_date_inherited date
);

create function date_epic(epic bigint) returns void language plpgsql as $$
begin
  update epics e set start_date_inherited = found.starts, due_date_inherited = found.ends
  from (
    select min(case when c.series = 'epic' then c.start_date else m.start_date end) as starts,
      max(case when c.series = 'epic' then c.due_date else m.due_date end) as ends
    from issuables c left join milestones m on m.id = c.milestone_id where c.parent_id = epic
  ) found
  where e.id = epic;
  -- Its own parent follows by the trigger below.
  update issuables i set
    start_date = case when e.start_date_is_fixed then e.start_date_fixed else e.start_date_inherited end,
    due_date = case when e.due_date_is_fixed then e.due_date_fixed else e.due_date_inherited end
  from epics e
  where e.id = epic and i.id = epic and (i.start_date, i.due_date) is distinct from
    (case when e.start_date_is_fixed then e.start_date_fixed else e.start_date_inherited end,
     case when e.due_date_is_fixed then e.due_date_fixed else e.due_date_inherited end);
end $$;

create function date_parent() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.parent_id is not null then
    perform date_epic(old.parent_id);
  end if;
  if tg_op <> 'DELETE' and new.parent_id is not null and (tg_op = 'INSERT' or new.parent_id is distinct from old.parent_id or old.parent_id is null) then
    perform date_epic(new.parent_id);
  end if;
  return null;
end $$;

create trigger parent_dated_by_new after insert on issuables for each row when (new.parent_id is not null) execute function date_parent();
create trigger parent_dated after update of parent_id, milestone_id, start_date, due_date on issuables for each row
  when ((old.parent_id is not null or new.parent_id is not null)
    and (old.parent_id, old.milestone_id, old.start_date, old.due_date) is distinct from (new.parent_id, new.milestone_id, new.start_date, new.due_date))
  execute function date_parent();
create trigger parent_dated_by_gone after delete on issuables for each row when (old.parent_id is not null) execute function date_parent();

create function date_epics_of_milestone() returns trigger language plpgsql as $$
begin
  perform date_epic(parent_id) from (select distinct parent_id from issuables where milestone_id = new.id and parent_id is not null) parents;
  return null;
end $$;

create trigger epics_dated after update of start_date, due_date on milestones for each row
  when ((old.start_date, old.due_date) is distinct from (new.start_date, new.due_date)) execute function date_epics_of_milestone();

drop index events_activity_of_author;
drop index events_activity_of_place;
create index events_activity_of_author on events (activity_author(name, actor_id, payload), namespace_id, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'merge_request.created', 'merge_request.closed', 'merge_request.reopened',
    'merge_request.merged', 'merge_request.approved', 'epic.created', 'epic.closed', 'epic.reopened', 'note.created', 'milestone.created', 'milestone.closed', 'milestone.activated', 'milestone.deleted',
    'member.added', 'member.removed', 'project.created', 'ref.pushed');
create index events_activity_of_place on events (namespace_id, name, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'merge_request.created', 'merge_request.closed', 'merge_request.reopened',
    'merge_request.merged', 'merge_request.approved', 'epic.created', 'epic.closed', 'epic.reopened', 'note.created', 'milestone.created', 'milestone.closed', 'milestone.activated', 'milestone.deleted',
    'member.added', 'member.removed', 'project.created', 'ref.pushed');
