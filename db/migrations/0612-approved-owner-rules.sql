-- The rules of code owners of a merge request that have all the approvals they ask for, found from the approvals, of which there are few,
-- instead of from the approvers of each rule. A rule that asks for more than it has approvers may be missing.
create function approved_owner_rules(merge_request bigint, project bigint) returns setof bigint language sql stable parallel safe
  begin atomic
    with eligible as materialized (
        select a.user_id from merge_request_approvals a join users u on u.id = a.user_id and u.state = 'active' join namespaces n on n.id = project
        where a.merge_request_id = merge_request and access_level_of(a.user_id, n.ancestor_ids) >= 30),
      owning as materialized (
        select g.group_id, e.user_id from (select distinct rg.group_id from approval_rules r join approval_rule_groups rg on rg.rule_id = r.id
            where r.merge_request_id = merge_request and r.rule_type = 'code_owner') g
          join namespaces gn on gn.id = g.group_id cross join eligible e
        where can_own_code(project, g.group_id) and exists (select 1 from memberships m
          where m.user_id = e.user_id and m.namespace_id = any (gn.ancestor_ids) and m.access_level > 5)),
      given as (
        select ru.rule_id, e.user_id from eligible e join approval_rule_users ru on ru.user_id = e.user_id
        union select rg.rule_id, o.user_id from owning o join approval_rule_groups rg on rg.group_id = o.group_id)
    select r.id from approval_rules r join given on given.rule_id = r.id
    where r.merge_request_id = merge_request and r.rule_type = 'code_owner'
    group by r.id having count(*) >= r.approvals_required;
  end;
