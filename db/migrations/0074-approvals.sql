-- Who may approve the merge requests of a project, and what becomes of approvals.
alter table projects
  add column reset_approvals_on_push boolean not null default false,
  add column merge_requests_author_approval boolean not null default false,
  add column merge_requests_disable_committers_approval boolean not null default false,
  add column disable_overriding_approvers_per_merge_request boolean not null default false;

-- How many approvals a merge needs, and whose: of all merge requests of a project, or of one.
create table approval_rules (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  -- Null for a rule of the project.
  merge_request_id bigint references merge_requests (id) on delete cascade,
  -- The rule of the project in whose place it stands.
  source_rule_id bigint references approval_rules (id) on delete set null,
  name text not null,
  -- any_approver: everyone who may approve; regular: the users and groups that it names.
  rule_type text not null check (rule_type in ('any_approver', 'regular')),
  approvals_required integer not null check (approvals_required between 0 and 100),
  created_at timestamptz not null default now()
);
create index approval_rules_by_namespace on approval_rules (namespace_id);
create unique index approval_rules_by_merge_request on approval_rules (merge_request_id, source_rule_id) where merge_request_id is not null;
create index approval_rules_by_source on approval_rules (source_rule_id);
create unique index approval_rules_named on approval_rules (namespace_id, coalesce(merge_request_id, 0), lower(name));
create unique index approval_rules_for_any on approval_rules (namespace_id, coalesce(merge_request_id, 0)) where rule_type = 'any_approver';

create table approval_rule_users (
  rule_id bigint not null references approval_rules (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (rule_id, user_id)
);
create index approval_rule_users_by_user on approval_rule_users (user_id);

create table approval_rule_groups (
  rule_id bigint not null references approval_rules (id) on delete cascade,
  group_id bigint not null references groups (id) on delete cascade,
  primary key (rule_id, group_id)
);
create index approval_rule_groups_by_group on approval_rule_groups (group_id);

-- The rules that count for a merge request: its own, and those of the project that none of its own replaces.
create function approval_rules_of(merge_request bigint, project bigint) returns setof approval_rules language sql stable parallel safe
  begin atomic
    select r.* from approval_rules r where r.namespace_id = project and (r.merge_request_id = merge_request
      or r.merge_request_id is null and not exists (
        select 1 from approval_rules o where o.merge_request_id = merge_request and o.source_rule_id = r.id));
  end;

-- Whose approval counts for a rule that names people: they still have to be developers of the project.
create function approvers_of(rule approval_rules) returns table (user_id bigint) language sql stable parallel safe
  begin atomic
    select named.user_id from (
        select ru.user_id from approval_rule_users ru where ru.rule_id = (rule).id
        union select m.user_id from approval_rule_groups rg join namespaces g on g.id = rg.group_id
          join memberships m on m.namespace_id = any (g.ancestor_ids) where rg.rule_id = (rule).id and m.access_level > 5) named
      join users u on u.id = named.user_id and u.state = 'active' join namespaces n on n.id = (rule).namespace_id
      where access_level_of(named.user_id, n.ancestor_ids) >= 30;
  end;

-- How many approvals a rule still needs. A rule that nobody can satisfy needs none.
create function approvals_left(rule approval_rules, merge_request bigint) returns integer language sql stable parallel safe
  begin atomic
    select case when (rule).rule_type = 'any_approver'
      then greatest(0, (rule).approvals_required - (select count(*) from merge_request_approvals a where a.merge_request_id = merge_request)::integer)
      else (select greatest(0, least((rule).approvals_required, count(*) filter (where q.user_id <> i.author_id or p.merge_requests_author_approval
            or a.user_id is not null)) - count(a.user_id))::integer
          from issuables i join projects p on p.id = i.namespace_id left join approvers_of(rule) q on true
            left join merge_request_approvals a on a.merge_request_id = i.id and a.user_id = q.user_id
          where i.id = merge_request) end;
  end;

-- Reviewers are at work from their first unpublished comment on.
create function reviewer_has_drafts() returns trigger language plpgsql as $$
declare
  draft draft_notes := case when tg_op = 'INSERT' then new else old end;
begin
  if tg_op = 'INSERT' then
    update merge_request_reviewers set state = 'review_started'
      where issuable_id = draft.issuable_id and user_id = draft.author_id and state = 'unreviewed';
  else
    update merge_request_reviewers set state = 'unreviewed'
      where issuable_id = draft.issuable_id and user_id = draft.author_id and state = 'review_started'
        and not exists (select 1 from draft_notes d where d.issuable_id = draft.issuable_id and d.author_id = draft.author_id);
  end if;
  if found then perform pg_notify('weft_live', json_build_array('merge_request:' || draft.issuable_id)::text); end if;
  return null;
end $$;
create trigger draft_notes_reviewer after insert or delete on draft_notes for each row execute function reviewer_has_drafts();

-- The activity tells of approvals too.
drop index events_activity_of_author;
drop index events_activity_of_place;
create index events_activity_of_author on events (activity_author(name, actor_id, payload), namespace_id, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'merge_request.created', 'merge_request.closed', 'merge_request.reopened',
    'merge_request.merged', 'merge_request.approved', 'note.created', 'milestone.created', 'milestone.closed', 'milestone.activated',
    'milestone.deleted', 'member.added', 'member.removed', 'project.created', 'ref.pushed');
create index events_activity_of_place on events (namespace_id, name, created_at desc, id desc)
  where name in ('issue.created', 'issue.closed', 'issue.reopened', 'merge_request.created', 'merge_request.closed', 'merge_request.reopened',
    'merge_request.merged', 'merge_request.approved', 'note.created', 'milestone.created', 'milestone.closed', 'milestone.activated',
    'milestone.deleted', 'member.added', 'member.removed', 'project.created', 'ref.pushed');
