-- An assignment knows the state of its issuable, so that those of a person are counted by an index alone: every page shows the number.
alter table issuable_assignees
  add column series text not null default 'issue',
  add column state text not null default 'opened';
update issuable_assignees a set series = i.series, state = case when i.hidden then 'hidden' else i.state end
  from issuables i where i.id = a.issuable_id and (i.series <> 'issue' or i.state <> 'opened' or i.hidden);
create index issuable_assignees_by_state on issuable_assignees (user_id, series, state, namespace_id);

create function assignment_added() returns trigger language plpgsql as $$
declare assigned issuables;
begin
  -- Locked: a change of state comes before, or finds the assignment.
  select * into assigned from issuables where id = new.issuable_id for no key update;
  if found then
    new.series := assigned.series;
    new.state := case when assigned.hidden then 'hidden' else assigned.state end;
  end if;
  return new;
end $$;
create trigger assignments_added before insert on issuable_assignees for each row execute function assignment_added();

create function assignments_changed() returns trigger language plpgsql as $$
begin
  update issuable_assignees set series = new.series, state = case when new.hidden then 'hidden' else new.state end
    where issuable_id = new.id;
  return null;
end $$;
create trigger issuables_state_changed after update on issuables
  for each row when ((old.series, old.state, old.hidden) is distinct from (new.series, new.state, new.hidden))
  execute function assignments_changed();
