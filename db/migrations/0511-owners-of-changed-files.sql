-- Whether a push removes only the approvals of code owners whose files it changes.
alter table projects add column selective_code_owner_removals boolean not null default false;

-- Whether a group can own code of a project: it is above the project, or the project is shared with it.
create function can_own_code(project bigint, owning_group bigint) returns boolean language sql stable parallel safe
  return exists (select 1 from namespaces n where n.id = project and (owning_group = any (n.ancestor_ids)
    or exists (select 1 from namespace_shares s where s.group_id = owning_group and s.namespace_id = any (n.ancestor_ids)
      and (s.expires_at is null or s.expires_at > current_date))));

create or replace function counts_group(rule approval_rules, group_id bigint) returns boolean language sql stable parallel safe
  return (rule).rule_type <> 'code_owner' or can_own_code((rule).namespace_id, group_id);
