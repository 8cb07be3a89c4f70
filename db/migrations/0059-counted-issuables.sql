-- Labels and assignments know what lists ask of their issuable, and the indexes of authors and milestones hold it: those that one of them
-- finds are counted by an index alone, and those of an author are walked by the moment they were made.
drop trigger assignments_added on issuable_assignees;
drop trigger issuables_state_changed on issuables;
drop function assignment_added();
drop function assignments_changed();

alter table issuable_assignees add column confidential boolean not null default false;
alter table issuable_labels
  add column series text not null default 'issue',
  add column state text not null default 'opened',
  add column confidential boolean not null default false;
update issuable_assignees a set confidential = true from issuables i where i.id = a.issuable_id and i.confidential;
update issuable_labels l set series = i.series, state = case when i.hidden then 'hidden' else i.state end, confidential = i.confidential
  from issuables i where i.id = l.issuable_id and (i.series <> 'issue' or i.state <> 'opened' or i.hidden or i.confidential);

create function copy_issuable() returns trigger language plpgsql as $$
declare copied record;
begin
  -- Locked: a change of the issuable comes before, or finds this row.
  select i.series, case when i.hidden then 'hidden' else i.state end as state, i.confidential into copied
    from issuables i where i.id = new.issuable_id for no key update;
  if found then
    new.series := copied.series;
    new.state := copied.state;
    new.confidential := copied.confidential;
  end if;
  return new;
end $$;
create trigger issuable_copied before insert on issuable_assignees for each row execute function copy_issuable();
create trigger issuable_copied before insert on issuable_labels for each row execute function copy_issuable();

create function copy_issuable_again() returns trigger language plpgsql as $$
declare its_state text := case when new.hidden then 'hidden' else new.state end;
begin
  update issuable_assignees set series = new.series, state = its_state, confidential = new.confidential where issuable_id = new.id;
  update issuable_labels set series = new.series, state = its_state, confidential = new.confidential where issuable_id = new.id;
  return null;
end $$;
create trigger issuables_copied_again after update on issuables
  for each row when ((old.series, old.state, old.hidden, old.confidential) is distinct from (new.series, new.state, new.hidden, new.confidential))
  execute function copy_issuable_again();

drop index issuable_assignees_by_state;
create index issuable_assignees_by_state on issuable_assignees (user_id, series, state, namespace_id) include (issuable_id, confidential);
drop index issuable_labels_of_label;
create index issuable_labels_by_state on issuable_labels (label_id, series, state, namespace_id) include (issuable_id, confidential);
drop index issuables_of_author;
create index issuables_of_author on issuables (author_id, created_at desc, id desc) include (namespace_id, series, state, confidential, hidden);
drop index issuables_of_milestone;
create index issuables_of_milestone on issuables (milestone_id, state, id desc) include (namespace_id, series, confidential, hidden)
  where milestone_id is not null;
