-- Rules of code owners are derived for each merge request from the CODEOWNERS file of its target branch.
alter table protected_refs add column code_owner_approval_required boolean not null default false;

alter table approval_rules add column section text;
alter table approval_rules add column owner_roles smallint[] not null default '{}';
alter table approval_rules drop constraint approval_rules_rule_type_check;
alter table approval_rules add constraint approval_rules_rule_type_check check (rule_type in ('any_approver', 'regular', 'code_owner'));
drop index approval_rules_named;
create unique index approval_rules_named on approval_rules (namespace_id, coalesce(merge_request_id, 0), lower(name)) where rule_type <> 'code_owner';
-- A project has many merge requests with rules now, of which one is looked up.
drop index approval_rules_by_namespace;
create index approval_rules_by_namespace on approval_rules (namespace_id, merge_request_id);

-- The CODEOWNERS file, by its blob, from which the rules of the merge request were derived; null for none.
alter table merge_requests add column code_owners_blob text;

-- Whether the members of a group count for a rule. Of code owners: groups above the project, and those it is shared with.
create function counts_group(rule approval_rules, group_id bigint) returns boolean language sql stable parallel safe
  return (rule).rule_type <> 'code_owner' or exists (
    select 1 from namespaces n where n.id = (rule).namespace_id and (counts_group.group_id = any (n.ancestor_ids)
      or exists (select 1 from namespace_shares s where s.group_id = counts_group.group_id and s.namespace_id = any (n.ancestor_ids)
        and (s.expires_at is null or s.expires_at > current_date))));

-- Approvals of code owners are required only where the protection of the target branch says so.
create or replace function approval_rules_of(merge_request bigint, project bigint) returns setof approval_rules language sql stable parallel safe
  begin atomic
    select r.id, r.namespace_id, r.merge_request_id, r.source_rule_id, r.name, r.rule_type,
      case when r.rule_type <> 'code_owner' or exists (select 1 from merge_requests mr
          join protected_refs p on p.project_id = project and p.kind = 'branch' and p.code_owner_approval_required and covers_name(p.name, mr.target_branch)
          where mr.id = merge_request) then r.approvals_required else 0 end,
      r.created_at, r.applies_to_all_protected_branches, r.section, r.owner_roles
    from approval_rules r where r.namespace_id = project and (r.merge_request_id = merge_request
      or r.merge_request_id is null and not exists (
        select 1 from approval_rules o where o.merge_request_id = merge_request and o.source_rule_id = r.id))
      and (not exists (select 1 from approval_rules s where s.id = coalesce(r.source_rule_id, r.id)
          and (s.applies_to_all_protected_branches or exists (select 1 from approval_rule_branches b where b.rule_id = s.id)))
        or exists (select 1 from approval_rules s join merge_requests mr on mr.id = merge_request
          join protected_refs p on p.project_id = project and p.kind = 'branch' and covers_name(p.name, mr.target_branch)
          where s.id = coalesce(r.source_rule_id, r.id) and (s.applies_to_all_protected_branches
            or exists (select 1 from approval_rule_branches b where b.rule_id = s.id and b.protected_ref_id = p.id))));
  end;

create or replace function approvers_of(rule approval_rules) returns table (user_id bigint) language sql stable parallel safe
  begin atomic
    select named.user_id from (
        select ru.user_id from approval_rule_users ru where ru.rule_id = (rule).id
        union
        select m.user_id from approval_rule_groups rg join namespaces g on g.id = rg.group_id join memberships m on m.namespace_id = any (g.ancestor_ids)
          where rg.rule_id = (rule).id and m.access_level > 5 and counts_group(rule, rg.group_id)
        union
        select m.user_id from memberships m where m.namespace_id = (rule).namespace_id and m.group_id is null and m.access_level = any ((rule).owner_roles)
      ) named join users u on u.id = named.user_id and u.state = 'active' join namespaces n on n.id = (rule).namespace_id
      where access_level_of(named.user_id, n.ancestor_ids) >= 30;
  end;
