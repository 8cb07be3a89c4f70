-- Planners plan work as reporters do, without incidents; who has minimal access to a group sees that group and nothing below it.
alter table members drop constraint members_access_level_check;
alter table members add constraint members_access_level_check check (access_level in (5, 10, 15, 20, 30, 40, 50));

-- The groups that a group or a project is shared with: their members have their own role here, up to group_access.
create table namespace_shares (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  group_id bigint not null references groups on delete cascade,
  group_access smallint not null check (group_access in (5, 10, 15, 20, 30, 40, 50)),
  expires_at date,
  created_by_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (namespace_id, group_id),
  check (namespace_id <> group_id)
);
create index namespace_shares_of_group on namespace_shares (group_id);
create index namespace_shares_of_creator on namespace_shares (created_by_id) where created_by_id is not null;

-- Every way in which a person has a role at a namespace today: their own membership, and those of groups it is shared with.
create view memberships as
  select m.id, m.namespace_id, m.user_id, m.access_level, m.expires_at, m.created_by_id, m.created_at, null::bigint as group_id
  from members m
  where m.expires_at is null or m.expires_at > current_date
  union all
  select m.id, s.namespace_id, m.user_id, least(m.access_level, s.group_access), least(m.expires_at, s.expires_at), s.created_by_id,
    s.created_at, s.group_id
  from namespace_shares s
  join namespaces g on g.id = s.group_id
  join members m on m.namespace_id = any (g.ancestor_ids)
  where m.access_level > 5 and (m.expires_at is null or m.expires_at > current_date)
    and (s.expires_at is null or s.expires_at > current_date);

create or replace function access_level_of(actor bigint, ancestors bigint[]) returns integer
  language sql stable parallel safe
  return (
    select coalesce(max(m.access_level), 0)::integer from memberships m
    where m.user_id = actor and m.namespace_id = any (ancestors)
      and (m.access_level > 5 or m.namespace_id = ancestors[cardinality(ancestors)])
  );
