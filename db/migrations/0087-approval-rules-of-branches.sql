-- A rule of a project may count for protected branches alone: for all of them, or for those it names. One that names none counts for every branch.
alter table approval_rules add column applies_to_all_protected_branches boolean not null default false;

create table approval_rule_branches (
  rule_id bigint not null references approval_rules (id) on delete cascade,
  protected_ref_id bigint not null references protected_refs (id) on delete cascade,
  primary key (rule_id, protected_ref_id)
);
create index approval_rule_branches_by_ref on approval_rule_branches (protected_ref_id);

-- As `coversName` has it: `*` stands for any characters.
create function covers_name(pattern text, name text) returns boolean language sql immutable parallel safe
  return name like replace(replace(replace(replace(pattern, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%');

-- The rules that count for a merge request: its own, and those of the project that none of its own replaces. A replacement counts where
-- the rule that it replaces does.
create or replace function approval_rules_of(merge_request bigint, project bigint) returns setof approval_rules language sql stable parallel safe
  begin atomic
    select r.* from approval_rules r where r.namespace_id = project and (r.merge_request_id = merge_request
      or r.merge_request_id is null and not exists (
        select 1 from approval_rules o where o.merge_request_id = merge_request and o.source_rule_id = r.id))
      and (not exists (select 1 from approval_rules s where s.id = coalesce(r.source_rule_id, r.id)
          and (s.applies_to_all_protected_branches or exists (select 1 from approval_rule_branches b where b.rule_id = s.id)))
        or exists (select 1 from approval_rules s join merge_requests mr on mr.id = merge_request
          join protected_refs p on p.project_id = project and p.kind = 'branch' and covers_name(p.name, mr.target_branch)
          where s.id = coalesce(r.source_rule_id, r.id) and (s.applies_to_all_protected_branches
            or exists (select 1 from approval_rule_branches b where b.rule_id = s.id and b.protected_ref_id = p.id))));
  end;
