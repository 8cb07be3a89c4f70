-- Copies series, state and confidentiality to labels and assignees, so that counts need only an index.
alter table issuable_assignees add column confidential boolean not null default false;
alter table issuable_labels
  add column series text not null default 'issue',
  add column state text not null default 'opened',
  add column confidential boolean not null default false;

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

create function refresh_issuable_copies() returns trigger language plpgsql as $$
declare its_state text := case when new.hidden then 'hidden' else new.state end;
begin
  update issuable_assignees set series = new.series, state = its_state, confidential = new.confidential where issuable_id = new.id;
  update issuable_labels set series = new.series, state = its_state, confidential = new.confidential where issuable_id = new.id;
  return null;
end $$;

-- Readable, but unchanged until the triggers below see to the copies.
lock table issuables in share mode;
update issuable_assignees a set confidential = true from issuables i where i.id = a.issuable_id and i.confidential;
update issuable_labels l set series = i.series, state = case when i.hidden then 'hidden' else i.state end, confidential = i.confidential
  from issuables i where i.id = l.issuable_id and (i.series <> 'issue' or i.state <> 'opened' or i.hidden or i.confidential);

create index new_issuable_assignees_by_state on issuable_assignees (user_id, series, state, namespace_id) include (issuable_id, confidential);
create index issuable_labels_by_state on issuable_labels (label_id, series, state, namespace_id) include (issuable_id, confidential);
create index new_issuables_of_author on issuables (author_id, created_at desc, id desc) include (namespace_id, series, state, confidential, hidden);
create index new_issuables_of_milestone on issuables (milestone_id, state, id desc) include (namespace_id, series, confidential, hidden)
  where milestone_id is not null;

-- Labels and milestones of issues whose project was moved from their group.
create temporary table former_owners on commit drop as
  select u.namespace_id, array_agg(distinct u.owner_id) as ids from (
      select il.namespace_id, l.namespace_id as owner_id from issuable_labels il join labels l on l.id = il.label_id
      union select i.namespace_id, m.namespace_id from issuables i join milestones m on m.id = i.milestone_id) u
    join namespaces n on n.id = u.namespace_id where u.owner_id <> all (n.ancestor_ids) group by u.namespace_id;

-- From here on nobody can read issuables or namespaces until the end, which is near.
alter table namespaces add column former_ancestor_ids bigint[] not null default '{}';
update namespaces n set former_ancestor_ids = f.ids from former_owners f where f.namespace_id = n.id;
drop trigger assignments_added on issuable_assignees;
drop trigger issuables_state_changed on issuables;
drop function assignment_added();
drop function assignments_changed();
create trigger issuable_copied before insert on issuable_assignees for each row execute function copy_issuable();
create trigger issuable_copied before insert on issuable_labels for each row execute function copy_issuable();
create trigger issuable_copies_refreshed after update on issuables
  for each row when ((old.series, old.state, old.hidden, old.confidential) is distinct from (new.series, new.state, new.hidden, new.confidential))
  execute function refresh_issuable_copies();
drop index issuable_assignees_by_state;
alter index new_issuable_assignees_by_state rename to issuable_assignees_by_state;
drop index issuable_labels_of_label;
drop index issuables_of_author;
alter index new_issuables_of_author rename to issuables_of_author;
drop index issuables_of_milestone;
alter index new_issuables_of_milestone rename to issuables_of_milestone;
