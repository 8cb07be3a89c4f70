-- Whether somebody is a member of a group or of anything below it, which lets them see a private group. As a function, the
-- question costs the planner nothing in the many statements that ask it of projects only.
create function has_membership_below(person bigint, above bigint) returns boolean
  language sql stable parallel safe
  return exists (select 1 from memberships m join namespaces d on d.id = m.namespace_id
          where m.user_id = person and above = any (d.ancestor_ids));
