-- A fork knows what it was copied from, and all copies of one project form a network, named by the id of the first of them.
-- That id stays when the first project is deleted; a project without a network is the only one of its own.
alter table projects
  add column forked_from_id bigint references namespaces (id) on delete set null,
  add column fork_network_id bigint,
  add column import_status text not null default 'none' check (import_status in ('none', 'scheduled', 'started', 'finished', 'failed')),
  add column import_error text;
create index projects_by_source on projects (forked_from_id) where forked_from_id is not null;
create index projects_by_network on projects (fork_network_id) where fork_network_id is not null;

create function count_forks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.forked_from_id is not null then
    update projects set forks_count = greatest(forks_count - 1, 0) where id = old.forked_from_id;
  end if;
  if tg_op <> 'DELETE' and new.forked_from_id is not null then
    update projects set forks_count = forks_count + 1 where id = new.forked_from_id;
  end if;
  return null;
end $$;
create trigger projects_count_forks after insert or delete or update of forked_from_id on projects
  for each row execute function count_forks();
