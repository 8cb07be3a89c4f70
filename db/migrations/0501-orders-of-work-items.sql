-- Lists by start date.
create index issuables_by_start_date on issuables (namespace_id, series, state, start_date, id desc);
create index issuables_by_start_date_down on issuables (namespace_id, series, state, start_date desc nulls last, id desc);

-- Lists by how many issues an issue blocks. Its place in a list must not tell of issues that a reader cannot see, so only those count
-- that all its readers may know of: open ones of its own project, neither confidential nor hidden.
alter table issuables add column blocking_count integer not null default 0;
alter table issuable_links add column is_counted boolean not null default false;

create function is_blocked_in_view(project bigint, blocked issuables) returns boolean language sql immutable
  return blocked.namespace_id = project and blocked.state = 'opened' and not blocked.confidential and not blocked.hidden;

update issuable_links k set is_counted = true from issuables blocker, issuables blocked
where k.link_type = 'blocks' and blocker.id = k.source_id and blocked.id = k.target_id and is_blocked_in_view(blocker.namespace_id, blocked);
update issuables i set blocking_count = c.count
from (select source_id, count(*) as count from issuable_links where is_counted group by source_id) c where i.id = c.source_id;
create index issuables_by_blocking_count on issuables (namespace_id, series, state, blocking_count desc, id desc);

create function count_in_link() returns trigger language plpgsql as $$
declare blocked issuables;
begin
  -- Locked: a change of the issue comes before, or finds this link.
  select * into blocked from issuables where id = new.target_id for no key update;
  new.is_counted := is_blocked_in_view((select namespace_id from issuables where id = new.source_id), blocked);
  return new;
end $$;
-- An issue that is moved takes its links along.
create trigger blocked_counted before insert or update of source_id, target_id on issuable_links
  for each row when (new.link_type = 'blocks') execute function count_in_link();

create function recount_links_to() returns trigger language plpgsql as $$
begin
  update issuable_links k set is_counted = is_blocked_in_view(blocker.namespace_id, new) from issuables blocker
  where k.target_id = new.id and k.link_type = 'blocks' and blocker.id = k.source_id
    and k.is_counted <> is_blocked_in_view(blocker.namespace_id, new);
  return null;
end $$;
create trigger blocked_changed after update of state, confidential, hidden, namespace_id on issuables
  for each row when ((old.state, old.confidential, old.hidden, old.namespace_id) is distinct from (new.state, new.confidential, new.hidden, new.namespace_id))
  execute function recount_links_to();

create function count_blocked() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.source_id, old.is_counted) is not distinct from (new.source_id, new.is_counted) then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.is_counted then
    update issuables set blocking_count = blocking_count - 1 where id = old.source_id;
  end if;
  if tg_op <> 'DELETE' and new.is_counted then
    update issuables set blocking_count = blocking_count + 1 where id = new.source_id;
  end if;
  return null;
end $$;
create trigger blocking_counted after insert or delete or update of source_id, is_counted on issuable_links
  for each row execute function count_blocked();
