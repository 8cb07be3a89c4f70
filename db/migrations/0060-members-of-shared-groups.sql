-- A shared group is looked up by its share, whatever the planner expects: never each group for each membership of a person.
create or replace view memberships as
  select m.id, m.namespace_id, m.user_id, m.access_level, m.expires_at, m.created_by_id, m.created_at, null::bigint as group_id
  from members m where m.expires_at is null or m.expires_at > current_date
union all
  select m.id, s.namespace_id, m.user_id, least(m.access_level, s.group_access), least(m.expires_at, s.expires_at), s.created_by_id,
    s.created_at, s.group_id
  from namespace_shares s
    cross join lateral (select g.ancestor_ids from namespaces g where g.id = s.group_id offset 0) g
    join members m on m.namespace_id = any (g.ancestor_ids)
  where m.access_level > 5 and (m.expires_at is null or m.expires_at > current_date)
    and (s.expires_at is null or s.expires_at > current_date);
