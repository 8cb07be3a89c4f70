-- Generated from db/migrations by `node tools/bootstrap.mjs migrate --generate`; to read, not to run.

create extension pg_trgm;
create extension unaccent;

CREATE OR REPLACE FUNCTION public.access_level_of(actor bigint, ancestors bigint[])
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT COALESCE((max(m.access_level))::integer, 0) AS "coalesce" FROM memberships m WHERE ((m.user_id = access_level_of.actor) AND (m.namespace_id = ANY (access_level_of.ancestors)) AND ((m.access_level > 5) OR (m.namespace_id = (access_level_of.ancestors)[cardinality(access_level_of.ancestors)]))));

CREATE OR REPLACE FUNCTION public.activity_author(name text, actor_id bigint, payload jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (name = ANY (ARRAY['member.added'::text, 'member.removed'::text])) THEN ((payload ->> 'userId'::text))::bigint ELSE actor_id END;

CREATE OR REPLACE FUNCTION public.alert_words(texts text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(texts, '[!-/:-@[-`{-~]+'::text, ' '::text, 'g'::text), '(\S{200})'::text, '\1 '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.alerts_with_words(project bigint, words tsquery)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$select id from alerts where namespace_id = project and search @@ words$function$;

CREATE OR REPLACE FUNCTION public.approval_rules_of(merge_request bigint, project bigint)
 RETURNS SETOF approval_rules
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT r.id,
     r.namespace_id,
     r.merge_request_id,
     r.source_rule_id,
     r.name,
     r.rule_type,
         CASE
             WHEN ((r.rule_type <> 'code_owner'::text) OR (EXISTS ( SELECT 1
                FROM (merge_requests mr
                  JOIN protected_refs p ON (((p.project_id = approval_rules_of.project) AND (p.kind = 'branch'::text) AND p.code_owner_approval_required AND covers_name(p.name, mr.target_branch))))
               WHERE (mr.id = approval_rules_of.merge_request)))) THEN r.approvals_required
             ELSE 0
         END AS "case",
     r.created_at,
     r.applies_to_all_protected_branches,
     r.section,
     r.owner_roles
    FROM approval_rules r
   WHERE ((r.namespace_id = approval_rules_of.project) AND ((r.merge_request_id = approval_rules_of.merge_request) OR ((r.merge_request_id IS NULL) AND (NOT (EXISTS ( SELECT 1
            FROM approval_rules o
           WHERE ((o.merge_request_id = approval_rules_of.merge_request) AND (o.source_rule_id = r.id))))))) AND ((NOT (EXISTS ( SELECT 1
            FROM approval_rules s
           WHERE ((s.id = COALESCE(r.source_rule_id, r.id)) AND (s.applies_to_all_protected_branches OR (EXISTS ( SELECT 1
                    FROM approval_rule_branches b
                   WHERE (b.rule_id = s.id)))))))) OR (EXISTS ( SELECT 1
            FROM ((approval_rules s
              JOIN merge_requests mr ON ((mr.id = approval_rules_of.merge_request)))
              JOIN protected_refs p ON (((p.project_id = approval_rules_of.project) AND (p.kind = 'branch'::text) AND covers_name(p.name, mr.target_branch))))
           WHERE ((s.id = COALESCE(r.source_rule_id, r.id)) AND (s.applies_to_all_protected_branches OR (EXISTS ( SELECT 1
                    FROM approval_rule_branches b
                   WHERE ((b.rule_id = s.id) AND (b.protected_ref_id = p.id))))))))));
END;

CREATE OR REPLACE FUNCTION public.approvals_left(rule approval_rules, merge_request bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT
         CASE
             WHEN ((rule).rule_type = 'any_approver'::text) THEN GREATEST(0, ((rule).approvals_required - (( SELECT count(*) AS count
                FROM merge_request_approvals a
               WHERE (a.merge_request_id = approvals_left.merge_request)))::integer))
             ELSE ( SELECT (GREATEST((0)::bigint, (LEAST(((approvals_left.rule).approvals_required)::bigint, count(*) FILTER (WHERE ((q.user_id <> i.author_id) OR p.merge_requests_author_approval OR (a.user_id IS NOT NULL)))) - count(a.user_id))))::integer AS "greatest"
                FROM (((issuables i
                  JOIN projects p ON ((p.id = i.namespace_id)))
                  LEFT JOIN approvers_of(approvals_left.rule) q(user_id) ON (true))
                  LEFT JOIN merge_request_approvals a ON (((a.merge_request_id = i.id) AND (a.user_id = q.user_id))))
               WHERE (i.id = approvals_left.merge_request))
         END AS "greatest";
END;

CREATE OR REPLACE FUNCTION public.approved_owner_rules(merge_request bigint, project bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH eligible AS MATERIALIZED (
          SELECT a.user_id
            FROM ((merge_request_approvals a
              JOIN users u ON (((u.id = a.user_id) AND (u.state = 'active'::text))))
              JOIN namespaces n ON ((n.id = approved_owner_rules.project)))
           WHERE ((a.merge_request_id = approved_owner_rules.merge_request) AND (access_level_of(a.user_id, n.ancestor_ids) >= 30))
         ), owning AS MATERIALIZED (
          SELECT g.group_id,
             e.user_id
            FROM ((( SELECT DISTINCT rg.group_id
                    FROM (approval_rules r_1
                      JOIN approval_rule_groups rg ON ((rg.rule_id = r_1.id)))
                   WHERE ((r_1.merge_request_id = approved_owner_rules.merge_request) AND (r_1.rule_type = 'code_owner'::text))) g
              JOIN namespaces gn ON ((gn.id = g.group_id)))
              CROSS JOIN eligible e)
           WHERE (can_own_code(approved_owner_rules.project, g.group_id) AND (EXISTS ( SELECT 1
                    FROM memberships m
                   WHERE ((m.user_id = e.user_id) AND (m.namespace_id = ANY (gn.ancestor_ids)) AND (m.access_level > 5)))))
         ), given AS (
          SELECT ru.rule_id,
             e.user_id
            FROM (eligible e
              JOIN approval_rule_users ru ON ((ru.user_id = e.user_id)))
         UNION
          SELECT rg.rule_id,
             o.user_id
            FROM (owning o
              JOIN approval_rule_groups rg ON ((rg.group_id = o.group_id)))
         )
  SELECT r.id
    FROM (approval_rules r
      JOIN given ON ((given.rule_id = r.id)))
   WHERE ((r.merge_request_id = approved_owner_rules.merge_request) AND (r.rule_type = 'code_owner'::text))
   GROUP BY r.id
  HAVING (count(*) >= r.approvals_required);
END;

CREATE OR REPLACE FUNCTION public.approvers_of(rule approval_rules)
 RETURNS TABLE(user_id bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT named.user_id
    FROM ((( SELECT ru.user_id
            FROM approval_rule_users ru
           WHERE (ru.rule_id = (approvers_of.rule).id)
         UNION
          SELECT m.user_id
            FROM ((approval_rule_groups rg
              JOIN namespaces g ON ((g.id = rg.group_id)))
              JOIN memberships m ON ((m.namespace_id = ANY (g.ancestor_ids))))
           WHERE ((rg.rule_id = (approvers_of.rule).id) AND (m.access_level > 5) AND counts_group(approvers_of.rule, rg.group_id))
         UNION
          SELECT m.user_id
            FROM memberships m
           WHERE ((m.namespace_id = (approvers_of.rule).namespace_id) AND (m.group_id IS NULL) AND (m.access_level = ANY ((approvers_of.rule).owner_roles)))) named
      JOIN users u ON (((u.id = named.user_id) AND (u.state = 'active'::text))))
      JOIN namespaces n ON ((n.id = (approvers_of.rule).namespace_id)))
   WHERE (access_level_of(named.user_id, n.ancestor_ids) >= 30);
END;

CREATE OR REPLACE FUNCTION public.blank_mail_keys(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(given, '(/-/(?:sent_notifications|service_desk/requests)/)[a-z0-9_.-]{20,100}'::text, '\1[removed]'::text, 'gi'::text), '(x-gitlab-reply-key:[[:space:]]*)[a-z0-9_-]{20,100}'::text, '\1[removed]'::text, 'gi'::text), '((?:reply|desk)(?:\+|%2b))[0-9a-z]{1,10}-[0-9a-z]{1,10}-(?:[0-9a-z]{1,10}-)?[0-9a-z]{25}'::text, '\1[removed]'::text, 'gi'::text), '(incoming(?:\+|%2b)[0-9a-z-]*?)[0-9]{1,15}-[0-9a-z]{26,35}(-issue)'::text, '\1[removed]\2'::text, 'gi'::text), '((?:feed_token=glft-|(?:confirmation|reset_password)_token=))[0-9a-z_-]{20,100}'::text, '\1[removed]'::text, 'gi'::text);

CREATE OR REPLACE FUNCTION public.blank_mail_keys_in_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  blanked jsonb;
begin
  select jsonb_object_agg(key, blank_tokens(blank_mail_keys(value))) into blanked
    from jsonb_each_text(to_jsonb(new)) where key = any (tg_argv) and value is not null;
  return jsonb_populate_record(new, blanked);
end
$function$;

CREATE OR REPLACE FUNCTION public.blank_tokens(given text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  token text;
begin
  for token in select distinct m[1] from regexp_matches(given, '((?:glpat|gldt|glffct)-[A-Za-z0-9_-]{20,100})', 'g') m loop
    if exists (select 1 from personal_access_tokens where token_hash = sha256(token::bytea))
        or exists (select 1 from deploy_tokens where token_hash = sha256(token::bytea))
        or exists (select 1 from feature_flag_tokens where token_hash = sha256(token::bytea)) then
      given := replace(given, token, '[removed]');
    end if;
  end loop;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION public.can_own_code(project bigint, owning_group bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT 1 FROM namespaces n WHERE ((n.id = can_own_code.project) AND ((can_own_code.owning_group = ANY (n.ancestor_ids)) OR (EXISTS (SELECT 1 FROM namespace_shares s WHERE ((s.group_id = can_own_code.owning_group) AND (s.namespace_id = ANY (n.ancestor_ids)) AND ((s.expires_at IS NULL) OR (s.expires_at > CURRENT_DATE)))))))));

CREATE OR REPLACE FUNCTION public.checklist_progress(done integer, total integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (total > 0) THEN ((done * 1000) / total) ELSE NULL::integer END;

CREATE OR REPLACE FUNCTION public.copy_issuable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare copied record;
begin
  -- Locked: a change of the issuable comes before, or finds this row.
  select i.series, case when i.hidden then 'hidden' else i.state end as state, i.confidential into copied
    from issuables i where i.id = new.issuable_id for no key update;
  if found then
    new.series := copied.series;
    new.state := copied.state;
    new.confidential := copied.confidential;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_error_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update tracked_errors t set users_count = t.users_count + a.count
  from (select error_id, count(*) as count from added group by error_id) a where t.id = a.error_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_forks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.forked_from_id is not null then
    update projects set forks_count = greatest(forks_count - 1, 0) where id = old.forked_from_id;
  end if;
  if tg_op <> 'DELETE' and new.forked_from_id is not null then
    update projects set forks_count = forks_count + 1 where id = new.forked_from_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_in_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare blocked issuables;
begin
  -- Locked: a change of the issue comes before, or finds this link.
  select * into blocked from issuables where id = new.target_id for no key update;
  new.is_counted := is_blocked_in_view((select namespace_id from issuables where id = new.source_id), blocked);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_issues(project bigint, state text, confidential boolean, hidden boolean, amount integer)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 UPDATE projects SET open_issues_count = (projects.open_issues_count +
         CASE
             WHEN (count_issues.state = 'opened'::text) THEN count_issues.amount
             ELSE 0
         END), closed_issues_count = (projects.closed_issues_count +
         CASE
             WHEN (count_issues.state = 'closed'::text) THEN count_issues.amount
             ELSE 0
         END), open_confidential_issues_count = (projects.open_confidential_issues_count +
         CASE
             WHEN ((count_issues.state = 'opened'::text) AND count_issues.confidential) THEN count_issues.amount
             ELSE 0
         END), closed_confidential_issues_count = (projects.closed_confidential_issues_count +
         CASE
             WHEN ((count_issues.state = 'closed'::text) AND count_issues.confidential) THEN count_issues.amount
             ELSE 0
         END)
   WHERE ((projects.id = count_issues.project) AND (NOT count_issues.hidden));
END;

CREATE OR REPLACE FUNCTION public.count_merge_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was integer := case when tg_op <> 'INSERT' and old.is_open then 1 else 0 end;
  is_now integer := case when tg_op <> 'DELETE' and new.is_open then 1 else 0 end;
begin
  if was <> is_now then
    update projects set open_merge_requests_count = open_merge_requests_count + is_now - was
      where id = case when tg_op = 'DELETE' then old.namespace_id else new.namespace_id end;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.counts_group(rule approval_rules, group_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((rule).rule_type <> 'code_owner'::text) OR can_own_code((rule).namespace_id, group_id));

CREATE OR REPLACE FUNCTION public.covers_name(pattern text, name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (name ~~ replace(replace(replace(replace(pattern, '\'::text, '\\'::text), '%'::text, '\%'::text), '_'::text, '\_'::text), '*'::text, '%'::text));

CREATE OR REPLACE FUNCTION public.date_epic(epic bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update epics e set start_date_inherited = found.starts, due_date_inherited = found.ends
  from (
    select min(case when c.series = 'epic' then c.start_date else m.start_date end) as starts,
      max(case when c.series = 'epic' then c.due_date else m.due_date end) as ends
    from issuables c left join milestones m on m.id = c.milestone_id where c.parent_id = epic
  ) found
  where e.id = epic;
  -- Its own parent follows by the trigger below.
  update issuables i set
    start_date = case when e.start_date_is_fixed then e.start_date_fixed else e.start_date_inherited end,
    due_date = case when e.due_date_is_fixed then e.due_date_fixed else e.due_date_inherited end
  from epics e
  where e.id = epic and i.id = epic and (i.start_date, i.due_date) is distinct from
    (case when e.start_date_is_fixed then e.start_date_fixed else e.start_date_inherited end,
     case when e.due_date_is_fixed then e.due_date_fixed else e.due_date_inherited end);
end $function$;

CREATE OR REPLACE FUNCTION public.date_epics_of_milestone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform date_epic(parent_id) from (select distinct parent_id from issuables where milestone_id = new.id and parent_id is not null) parents;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.date_parent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.parent_id is not null then
    perform date_epic(old.parent_id);
  end if;
  if tg_op <> 'DELETE' and new.parent_id is not null and (tg_op = 'INSERT' or new.parent_id is distinct from old.parent_id or old.parent_id is null) then
    perform date_epic(new.parent_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_metric_image_upload()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from uploads where id = old.upload_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.duration_hours(seconds integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN concat_ws(' '::text, (NULLIF((seconds / 3600), 0) || 'h'::text), (NULLIF(((seconds % 3600) / 60), 0) || 'm'::text), (NULLIF((seconds % 60), 0) || 's'::text));

CREATE OR REPLACE FUNCTION public.duration_words(seconds integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN concat_ws(' '::text, (NULLIF((seconds / 576000), 0) || 'mo'::text), (NULLIF(((seconds % 576000) / 144000), 0) || 'w'::text), (NULLIF(((seconds % 144000) / 28800), 0) || 'd'::text), (NULLIF(((seconds % 28800) / 3600), 0) || 'h'::text), (NULLIF(((seconds % 3600) / 60), 0) || 'm'::text), (NULLIF((seconds % 60), 0) || 's'::text));

CREATE OR REPLACE FUNCTION public.email_owns_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.user_id is not null then perform resolve_code_owner(old.user_id, lower(old.email), lower(new.email)); end if;
  if new.user_id is distinct from old.user_id and new.user_id is not null then
    perform resolve_code_owner(new.user_id, lower(old.email), lower(new.email));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.group_owns_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform resolve_owning_group(new.id, (select lower(n.full_path) from namespaces n where n.id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_membership_below(person bigint, above bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT 1 FROM (memberships m JOIN namespaces d ON ((d.id = m.namespace_id))) WHERE ((m.user_id = has_membership_below.person) AND (has_membership_below.above = ANY (d.ancestor_ids)))));

CREATE OR REPLACE FUNCTION public.holds_mail_key(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (given ~* '/-/sent_notifications/[a-z0-9_.-]{20}|/-/service_desk/requests/[a-z0-9_-]{20}|x-gitlab-reply-key|(reply|desk)(\+|%2b)[0-9a-z]{1,10}-[0-9a-z]{1,10}-|incoming(\+|%2b)[0-9a-z-]{28}|feed_token=glft-|(confirmation|reset_password)_token=|(glpat|gldt|glffct)-[a-z0-9_-]{20}'::text);

CREATE OR REPLACE FUNCTION public.human_duration(seconds integer)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((seconds > 0) AND (EXISTS (SELECT 1 FROM instance_settings WHERE ((instance_settings.name = 'timeTrackingLimitToHours'::text) AND (instance_settings.value = 'true'::jsonb))))) THEN duration_hours(seconds) WHEN (seconds > 0) THEN duration_words(seconds) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.is_blocked_in_view(project bigint, blocked issuables)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((blocked).namespace_id = project) AND ((blocked).state = 'opened'::text) AND (NOT (blocked).confidential) AND (NOT (blocked).hidden));

CREATE OR REPLACE FUNCTION public.is_draft_title(title text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (title ~* '^\s*(\[draft\]|\(draft\)|draft:|draft$)'::text);

CREATE OR REPLACE FUNCTION public.iso(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION public.issuable_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stale_days (namespace_id, day)
  select distinct namespace_id, (at at time zone 'UTC')::date from issuable_moments where issuable_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.issue_recounted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform count_issues(old.namespace_id, old.state, old.confidential, old.hidden, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_issues(new.namespace_id, new.state, new.confidential, new.hidden, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.issues_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update projects p set
    open_issues_count = open_issues_count - c.opened,
    closed_issues_count = closed_issues_count - c.closed,
    open_confidential_issues_count = open_confidential_issues_count - c.opened_confidential,
    closed_confidential_issues_count = closed_confidential_issues_count - c.closed_confidential
  from (
    select namespace_id, count(*) filter (where state = 'opened') as opened, count(*) filter (where state = 'closed') as closed,
      count(*) filter (where state = 'opened' and confidential) as opened_confidential,
      count(*) filter (where state = 'closed' and confidential) as closed_confidential
    from removed where series = 'issue' and not hidden group by namespace_id
  ) c
  where p.id = c.namespace_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.issues_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update projects p set
    open_issues_count = open_issues_count + c.opened,
    closed_issues_count = closed_issues_count + c.closed,
    open_confidential_issues_count = open_confidential_issues_count + c.opened_confidential,
    closed_confidential_issues_count = closed_confidential_issues_count + c.closed_confidential
  from (
    select namespace_id, count(*) filter (where state = 'opened') as opened, count(*) filter (where state = 'closed') as closed,
      count(*) filter (where state = 'opened' and confidential) as opened_confidential,
      count(*) filter (where state = 'closed' and confidential) as closed_confidential
    from added where series = 'issue' and not hidden group by namespace_id
  ) c
  where p.id = c.namespace_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_note_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_note_texts (note_id, until_event_id, body)
    select old.id, max(b.event_id), old.body from batched_events b join events e on e.id = b.event_id
    where e.namespace_id = old.namespace_id and e.name in ('note.created', 'note.edited') and (e.payload ->> 'noteId')::bigint = old.id
    having max(b.event_id) is not null
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merge_request_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update merge_requests set is_open = new.state in ('opened', 'locked'), draft = is_draft_title(new.title) where id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.moments_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stale_days (namespace_id, day)
  select distinct m.namespace_id, (m.at at time zone 'UTC')::date from (
    select namespace_id, at from changed
    union all
    select namespace_id, at from issuable_moments where issuable_id in (select issuable_id from changed)) m;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.namespace_owns_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform resolve_owning_group(new.id, lower(old.full_path), lower(new.full_path));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.primary_email_set()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and lower(old.email) <> lower(new.email) then
    delete from user_emails where user_id = new.id and lower(email) = lower(old.email);
  end if;
  insert into user_emails (user_id, email, confirmed_at, created_at) values (new.id, new.email, now(), now())
  on conflict (user_id, lower(email)) do update set email = excluded.email,
    confirmed_at = coalesce(user_emails.confirmed_at, excluded.confirmed_at), token_hash = null, token_expires_at = null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.recount_links_to()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update issuable_links k set is_counted = is_blocked_in_view(blocker.namespace_id, new) from issuables blocker
  where k.target_id = new.id and k.link_type = 'blocks' and blocker.id = k.source_id
    and k.is_counted <> is_blocked_in_view(blocker.namespace_id, new);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_issuable_copies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare its_state text := case when new.hidden then 'hidden' else new.state end;
begin
  update issuable_assignees set series = new.series, state = its_state, confidential = new.confidential where issuable_id = new.id;
  update issuable_labels set series = new.series, state = its_state, confidential = new.confidential where issuable_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_deploy_keys_from_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from protected_ref_access a using gone, protected_refs r
    where a.deploy_key_id = gone.deploy_key_id and r.id = a.protected_ref_id and r.project_id = gone.namespace_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_unused_deploy_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from deploy_keys k using gone where k.id = gone.deploy_key_id
    and not exists (select 1 from deploy_keys_projects kp where kp.deploy_key_id = k.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.resolve_code_owner(person bigint, VARIADIC words text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  names text[] := array(select lower(u.username) from users u where u.id = person
    union all select lower(e.email) from user_emails e where e.user_id = person and e.confirmed_at is not null);
begin
  delete from approval_rule_users ru where ru.user_id = person
    and exists (select 1 from code_owner_words w where w.rule_id = ru.rule_id and w.word = any (words))
    and not exists (select 1 from code_owner_words w where w.rule_id = ru.rule_id and w.word = any (names));
  insert into approval_rule_users (rule_id, user_id)
    select distinct w.rule_id, person from code_owner_words w where w.word = any (words) and w.word = any (names) on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.resolve_code_owners(rules bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with named as (
      select w.rule_id, u.id as user_id from code_owner_words w join users u on lower(u.username) = w.word where w.rule_id = any (rules)
      union select w.rule_id, e.user_id from code_owner_words w join user_emails e on lower(e.email) = w.word and e.confirmed_at is not null
        where w.rule_id = any (rules)),
    gone as (delete from approval_rule_users ru where ru.rule_id = any (rules)
      and not exists (select 1 from named where named.rule_id = ru.rule_id and named.user_id = ru.user_id))
  insert into approval_rule_users (rule_id, user_id) select rule_id, user_id from named on conflict do nothing;
  with named as (
      select w.rule_id, gr.id as group_id from code_owner_words w join namespaces n on lower(n.full_path) = w.word join groups gr on gr.id = n.id
        where w.rule_id = any (rules)),
    gone as (delete from approval_rule_groups rg where rg.rule_id = any (rules)
      and not exists (select 1 from named where named.rule_id = rg.rule_id and named.group_id = rg.group_id))
  insert into approval_rule_groups (rule_id, group_id) select rule_id, group_id from named on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.resolve_owning_group(owner bigint, VARIADIC words text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  own text := (select lower(n.full_path) from namespaces n join groups g on g.id = n.id where n.id = owner);
begin
  delete from approval_rule_groups rg where rg.group_id = owner
    and exists (select 1 from code_owner_words w where w.rule_id = rg.rule_id and w.word = any (words))
    and not exists (select 1 from code_owner_words w where w.rule_id = rg.rule_id and w.word = own);
  insert into approval_rule_groups (rule_id, group_id)
    select w.rule_id, owner from code_owner_words w where w.word = any (words) and w.word = own on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.reviewer_has_drafts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.search_letters(given text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  words text := regexp_replace(given, '[^a-z0-9]+', ' ', 'g');
  starts text[] := array(select left(word, 2) from string_to_table(words, ' ') word where word <> '');
  others text;
begin
  if octet_length(given) <> length(given) then
    others := regexp_replace(given, '[\u0001-\u007f]+', ' ', 'g');
    starts := starts || array(
      select unnest(array[left(pair, 1), substr(pair, 2), pair])
      -- The pairs that begin at odd places of each run, and those at even ones.
      from unnest(array[others, regexp_replace(others, '(^| )[^ ]', '\1', 'g')]) runs,
        string_to_table(regexp_replace(runs, '([^ ]{2})', '\1 ', 'g'), ' ') pair
      where pair <> '');
  end if;
  return array_to_tsvector(array_remove(starts, ''));
end $function$;

CREATE OR REPLACE FUNCTION public.search_text(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if octet_length(given) = length(given) then
    given := lower(given collate "C");
  else
    -- Accents, and what has no width: soft hyphens, joiners, variation selectors.
    given := lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]+', '', 'g') collate "und-x-icu");
    if given ~ '[\u0080-\u036f\u03c2\u1680\u2000-\u206f\u2212]' then
      given := translate(given, 'øđłħŧıð‘’‚‛“”„‟«»‹›‐‑‒–—―−ς' || U&'\0085\1680\2028\2029',
        'odlhtid''''''''""""""''''-------σ    ');
      given := replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    end if;
    -- Together again: the parts of Hangul, kana and the like.
    if given ~ '[\u0370-\u1fff\u3040-\u30ff\U00010000-\U0010ffff]' then
      given := normalize(given, nfc);
    end if;
  end if;
  given := translate(given, E'\t\n\v\f\r', '     ');
  return case when strpos(given, '  ') > 0 then regexp_replace(given, ' {2,}', ' ', 'g') else given end;
end $function$;

CREATE OR REPLACE FUNCTION public.search_text(title text, description text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((search_text(title) || '
'::text) || COALESCE(search_text("left"(description, 100000)), ''::text));

CREATE OR REPLACE FUNCTION public.snapshot_timebox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz := now();
  is_imported_closed boolean := tg_op = 'INSERT' and new.state = 'closed' and new.closed_at > new.created_at;
begin
  if tg_op = 'INSERT' then
    moment := new.created_at;
  elsif new.updated_at is distinct from old.updated_at then
    moment := new.updated_at;
  end if;
  insert into timebox_snapshots (namespace_id, issuable_id, at, state, weight, milestone_id, iteration_id)
  values (new.namespace_id, new.id, moment, case when is_imported_closed then 'opened' else new.state end, new.weight, new.milestone_id, new.iteration_id);
  if is_imported_closed then
    insert into timebox_snapshots (namespace_id, issuable_id, at, state, weight, milestone_id, iteration_id)
    values (new.namespace_id, new.id, new.closed_at, new.state, new.weight, new.milestone_id, new.iteration_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.user_owns_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform resolve_code_owner(new.id, lower(old.username), lower(new.username));
  return null;
end $function$;

create table abuse_reports (
  id bigint not null generated always as identity,
  reporter_id bigint,
  user_id bigint not null,
  kind text not null,
  thing_id bigint not null,
  title text not null,
  reference text not null,
  path text not null,
  excerpt text not null,
  category text not null,
  message text not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by_id bigint,
  constraint abuse_reports_pkey PRIMARY KEY (id),
  constraint abuse_reports_category_check CHECK ((category = ANY (ARRAY['spam'::text, 'offensive'::text, 'phishing'::text, 'crypto'::text, 'credentials'::text, 'copyright'::text, 'malware'::text, 'other'::text]))),
  constraint abuse_reports_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint abuse_reports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint abuse_reports_closed_by_id_fkey FOREIGN KEY (closed_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint abuse_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint abuse_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX abuse_reports_about ON abuse_reports USING btree (user_id);
CREATE INDEX abuse_reports_closed_by ON abuse_reports USING btree (closed_by_id) WHERE (closed_by_id IS NOT NULL);
CREATE INDEX abuse_reports_of_state ON abuse_reports USING btree (state, updated_at DESC, id DESC);
CREATE INDEX abuse_reports_of_user ON abuse_reports USING btree (user_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX abuse_reports_open ON abuse_reports USING btree (reporter_id, kind, thing_id) WHERE (state = 'open'::text);
CREATE INDEX abuse_reports_reporter ON abuse_reports USING btree (reporter_id) WHERE (reporter_id IS NOT NULL);

create table access_requests (
  namespace_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint access_requests_pkey PRIMARY KEY (namespace_id, user_id),
  constraint access_requests_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint access_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX access_requests_of_user ON access_requests USING btree (user_id);

create table alert_integrations (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  type text not null,
  is_active boolean not null,
  endpoint_identifier text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  minute_began_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  minute_count integer not null default 0,
  minute_alerts integer not null default 0,
  mapping jsonb not null default '{}'::jsonb,
  example_payload text not null default ''::text,
  constraint alert_integrations_pkey PRIMARY KEY (id),
  constraint alert_integrations_endpoint_identifier_key UNIQUE (endpoint_identifier),
  constraint alert_integrations_token_hash_key UNIQUE (token_hash),
  constraint alert_integrations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint alert_integrations_type_check CHECK ((type = ANY (ARRAY['HTTP'::text, 'PROMETHEUS'::text]))),
  constraint alert_integrations_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX alert_integrations_of_namespace ON alert_integrations USING btree (namespace_id, id);

create table alert_settings (
  id bigint not null,
  creates_incidents boolean not null default false,
  closes_incidents boolean not null default false,
  escalation_policy_id bigint,
  grouping_rules jsonb not null default '[{"fields": ["service"], "minutes": 10}]'::jsonb,
  errors_create_alerts boolean not null default false,
  constraint alert_settings_pkey PRIMARY KEY (id),
  constraint alert_settings_escalation_policy_id_fkey FOREIGN KEY (escalation_policy_id) REFERENCES escalation_policies(id) ON DELETE SET NULL,
  constraint alert_settings_id_fkey FOREIGN KEY (id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX alert_settings_of_policy ON alert_settings USING btree (escalation_policy_id) WHERE (escalation_policy_id IS NOT NULL);

create table alerts (
  id bigint not null,
  namespace_id bigint not null,
  severity text not null,
  is_open boolean not null default true,
  event_count integer not null default 1,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  description text not null default ''::text,
  monitoring_tool text not null default ''::text,
  service text not null default ''::text,
  hosts text[] not null default '{}'::text[],
  environment text not null default ''::text,
  runbook text not null default ''::text,
  details jsonb not null default '{}'::jsonb,
  details_left_out integer not null default 0,
  fingerprint bytea not null,
  incident_id bigint,
  search tsvector not null default ''::tsvector,
  episode_started_at timestamp with time zone,
  group_key bytea,
  grouped_by text not null default ''::text,
  group_lead_id bigint,
  last_event_at timestamp with time zone,
  maintenance_window_id bigint,
  is_silenced boolean not null default false,
  integration_id bigint,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_severity_check CHECK ((severity = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'INFO'::text, 'UNKNOWN'::text]))),
  constraint alerts_group_lead_id_fkey FOREIGN KEY (group_lead_id) REFERENCES alerts(id) ON DELETE SET NULL,
  constraint alerts_id_fkey FOREIGN KEY (id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint alerts_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint alerts_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES alert_integrations(id) ON DELETE SET NULL,
  constraint alerts_maintenance_window_id_fkey FOREIGN KEY (maintenance_window_id) REFERENCES maintenance_windows(id) ON DELETE SET NULL,
  constraint alerts_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX alerts_by_group ON alerts USING btree (namespace_id, group_key, id) WHERE (group_key IS NOT NULL);
CREATE INDEX alerts_by_start ON alerts USING btree (namespace_id, is_open, started_at DESC, id DESC);
CREATE INDEX alerts_leading ON alerts USING btree (namespace_id, id) WHERE (group_lead_id IS NULL);
CREATE INDEX alerts_of_incident ON alerts USING btree (incident_id) WHERE (incident_id IS NOT NULL);
CREATE INDEX alerts_of_integration ON alerts USING btree (integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX alerts_of_lead ON alerts USING btree (group_lead_id) WHERE (group_lead_id IS NOT NULL);
CREATE INDEX alerts_of_maintenance_window ON alerts USING btree (maintenance_window_id) WHERE (maintenance_window_id IS NOT NULL);
CREATE UNIQUE INDEX alerts_open_by_fingerprint ON alerts USING btree (namespace_id, fingerprint) WHERE is_open;
CREATE INDEX alerts_search ON alerts USING gin (search);
CREATE INDEX alerts_silenced ON alerts USING btree (id) WHERE is_silenced;

create table approval_rule_branches (
  rule_id bigint not null,
  protected_ref_id bigint not null,
  constraint approval_rule_branches_pkey PRIMARY KEY (rule_id, protected_ref_id),
  constraint approval_rule_branches_protected_ref_id_fkey FOREIGN KEY (protected_ref_id) REFERENCES protected_refs(id) ON DELETE CASCADE,
  constraint approval_rule_branches_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES approval_rules(id) ON DELETE CASCADE
);
CREATE INDEX approval_rule_branches_by_ref ON approval_rule_branches USING btree (protected_ref_id);

create table approval_rule_groups (
  rule_id bigint not null,
  group_id bigint not null,
  constraint approval_rule_groups_pkey PRIMARY KEY (rule_id, group_id),
  constraint approval_rule_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint approval_rule_groups_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES approval_rules(id) ON DELETE CASCADE
);
CREATE INDEX approval_rule_groups_by_group ON approval_rule_groups USING btree (group_id);

create table approval_rule_users (
  rule_id bigint not null,
  user_id bigint not null,
  constraint approval_rule_users_pkey PRIMARY KEY (rule_id, user_id),
  constraint approval_rule_users_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES approval_rules(id) ON DELETE CASCADE,
  constraint approval_rule_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX approval_rule_users_by_user ON approval_rule_users USING btree (user_id);

create table approval_rules (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  merge_request_id bigint,
  source_rule_id bigint,
  name text not null,
  rule_type text not null,
  approvals_required integer not null,
  created_at timestamp with time zone not null default now(),
  applies_to_all_protected_branches boolean not null default false,
  section text,
  owner_roles smallint[] not null default '{}'::smallint[],
  constraint approval_rules_pkey PRIMARY KEY (id),
  constraint approval_rules_approvals_required_check CHECK (((approvals_required >= 0) AND (approvals_required <= 100))),
  constraint approval_rules_rule_type_check CHECK ((rule_type = ANY (ARRAY['any_approver'::text, 'regular'::text, 'code_owner'::text]))),
  constraint approval_rules_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE,
  constraint approval_rules_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint approval_rules_source_rule_id_fkey FOREIGN KEY (source_rule_id) REFERENCES approval_rules(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX approval_rules_by_merge_request ON approval_rules USING btree (merge_request_id, source_rule_id) WHERE (merge_request_id IS NOT NULL);
CREATE INDEX approval_rules_by_namespace ON approval_rules USING btree (namespace_id, merge_request_id);
CREATE INDEX approval_rules_by_source ON approval_rules USING btree (source_rule_id);
CREATE UNIQUE INDEX approval_rules_for_any ON approval_rules USING btree (namespace_id, COALESCE(merge_request_id, (0)::bigint)) WHERE (rule_type = 'any_approver'::text);
CREATE UNIQUE INDEX approval_rules_named ON approval_rules USING btree (namespace_id, COALESCE(merge_request_id, (0)::bigint), lower(name)) WHERE (rule_type <> 'code_owner'::text);

create table award_emoji (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  note_id bigint,
  user_id bigint not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint award_emoji_pkey PRIMARY KEY (id),
  constraint award_emoji_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint award_emoji_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE,
  constraint award_emoji_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX award_emoji_of_note ON award_emoji USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX award_emoji_of_user ON award_emoji USING btree (user_id, name);
CREATE INDEX award_emoji_on_status_page ON award_emoji USING btree (issuable_id, note_id) WHERE ((name = 'microphone'::text) AND (note_id IS NOT NULL));
CREATE UNIQUE INDEX award_emoji_once ON award_emoji USING btree (issuable_id, COALESCE(note_id, (0)::bigint), user_id, name);

create table badges (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text,
  link_url text not null,
  image_url text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint badges_pkey PRIMARY KEY (id),
  constraint badges_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX badges_of_namespace ON badges USING btree (namespace_id, id);

create table batched_events (
  event_id bigint not null,
  constraint batched_events_pkey PRIMARY KEY (event_id)
);

create table board_displays (
  user_id bigint not null,
  board_id bigint not null,
  group_by text not null default 'none'::text,
  group_scope text,
  label_ids bigint[] not null default '{}'::bigint[],
  collapsed_lanes text[] not null default '{}'::text[],
  constraint board_displays_pkey PRIMARY KEY (user_id, board_id),
  constraint board_displays_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint board_displays_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX board_displays_of_board ON board_displays USING btree (board_id);

create table board_labels (
  board_id bigint not null,
  label_id bigint not null,
  constraint board_labels_pkey PRIMARY KEY (board_id, label_id),
  constraint board_labels_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint board_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE
);
CREATE INDEX board_labels_of_label ON board_labels USING btree (label_id);

create table board_lists (
  id bigint not null generated always as identity,
  board_id bigint not null,
  kind text not null,
  label_id bigint,
  assignee_id bigint,
  milestone_id bigint,
  iteration_id bigint,
  position integer,
  max_issue_count integer not null default 0,
  max_issue_weight integer not null default 0,
  limit_metric text,
  constraint board_lists_pkey PRIMARY KEY (id),
  constraint board_lists_board_id_assignee_id_key UNIQUE (board_id, assignee_id),
  constraint board_lists_board_id_iteration_id_key UNIQUE (board_id, iteration_id),
  constraint board_lists_board_id_label_id_key UNIQUE (board_id, label_id),
  constraint board_lists_board_id_milestone_id_key UNIQUE (board_id, milestone_id),
  constraint board_lists_check CHECK ((num_nonnulls(label_id, assignee_id, milestone_id, iteration_id) =
CASE
    WHEN (kind = ANY (ARRAY['backlog'::text, 'closed'::text])) THEN 0
    ELSE 1
END)),
  constraint board_lists_check1 CHECK ((("position" IS NULL) = (kind = ANY (ARRAY['backlog'::text, 'closed'::text])))),
  constraint board_lists_kind_check CHECK ((kind = ANY (ARRAY['backlog'::text, 'label'::text, 'assignee'::text, 'milestone'::text, 'iteration'::text, 'closed'::text]))),
  constraint board_lists_limit_metric_check CHECK ((limit_metric = ANY (ARRAY['all_metrics'::text, 'issue_count'::text, 'issue_weights'::text]))),
  constraint board_lists_max_issue_count_check CHECK ((max_issue_count >= 0)),
  constraint board_lists_max_issue_weight_check CHECK ((max_issue_weight >= 0)),
  constraint board_lists_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint board_lists_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint board_lists_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE CASCADE,
  constraint board_lists_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  constraint board_lists_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestones(id) ON DELETE CASCADE
);
CREATE INDEX board_lists_of_assignee ON board_lists USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX board_lists_of_board ON board_lists USING btree (board_id, "position", id);
CREATE INDEX board_lists_of_iteration ON board_lists USING btree (iteration_id) WHERE (iteration_id IS NOT NULL);
CREATE INDEX board_lists_of_label ON board_lists USING btree (label_id) WHERE (label_id IS NOT NULL);
CREATE INDEX board_lists_of_milestone ON board_lists USING btree (milestone_id) WHERE (milestone_id IS NOT NULL);

create table boards (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  hide_backlog_list boolean not null default false,
  hide_closed_list boolean not null default false,
  milestone_id bigint,
  iteration_id bigint,
  assignee_id bigint,
  weight integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint boards_pkey PRIMARY KEY (id),
  constraint boards_weight_check CHECK ((weight >= 0)),
  constraint boards_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint boards_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE SET NULL,
  constraint boards_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestones(id) ON DELETE SET NULL,
  constraint boards_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX boards_of_assignee ON boards USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX boards_of_iteration ON boards USING btree (iteration_id) WHERE (iteration_id IS NOT NULL);
CREATE INDEX boards_of_milestone ON boards USING btree (milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX boards_of_namespace ON boards USING btree (namespace_id, id);

create table broadcast_message_dismissals (
  broadcast_message_id bigint not null,
  user_id bigint not null,
  dismissed_at timestamp with time zone not null,
  constraint broadcast_message_dismissals_pkey PRIMARY KEY (user_id, broadcast_message_id),
  constraint broadcast_message_dismissals_broadcast_message_id_fkey FOREIGN KEY (broadcast_message_id) REFERENCES broadcast_messages(id) ON DELETE CASCADE,
  constraint broadcast_message_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX broadcast_message_dismissals_of_message ON broadcast_message_dismissals USING btree (broadcast_message_id);

create table broadcast_messages (
  id bigint not null generated always as identity,
  message text not null,
  message_html text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  broadcast_type text not null default 'banner'::text,
  theme text not null default 'indigo'::text,
  color text,
  font text,
  target_path text,
  target_access_levels integer[] not null default '{}'::integer[],
  dismissable boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revised_at timestamp with time zone not null,
  constraint broadcast_messages_pkey PRIMARY KEY (id),
  constraint broadcast_messages_broadcast_type_check CHECK ((broadcast_type = ANY (ARRAY['banner'::text, 'notification'::text]))),
  constraint broadcast_messages_check CHECK ((ends_at > starts_at)),
  constraint broadcast_messages_theme_check CHECK ((theme = ANY (ARRAY['indigo'::text, 'light-indigo'::text, 'blue'::text, 'light-blue'::text, 'green'::text, 'light-green'::text, 'red'::text, 'light-red'::text, 'dark'::text, 'light'::text])))
);
CREATE INDEX broadcast_messages_by_end ON broadcast_messages USING btree (ends_at);

create table change_set_items (
  change_set_id bigint not null,
  issuable_id bigint not null,
  outcome text,
  reason text,
  change jsonb,
  constraint change_set_items_pkey PRIMARY KEY (change_set_id, issuable_id),
  constraint change_set_items_outcome_check CHECK ((outcome = ANY (ARRAY['changed'::text, 'unchanged'::text, 'refused'::text]))),
  constraint change_set_items_change_set_id_fkey FOREIGN KEY (change_set_id) REFERENCES change_sets(id) ON DELETE CASCADE,
  constraint change_set_items_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX change_set_items_of_issuable ON change_set_items USING btree (issuable_id);
CREATE INDEX change_set_items_refused ON change_set_items USING btree (change_set_id, issuable_id) WHERE (outcome = 'refused'::text);
CREATE INDEX change_set_items_waiting ON change_set_items USING btree (change_set_id, issuable_id) WHERE (outcome IS NULL);

create table change_sets (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  user_id bigint not null,
  asked jsonb,
  undoes_id bigint,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  series text not null default 'issue'::text,
  undoes_event_id bigint,
  made jsonb not null default '[]'::jsonb,
  type text,
  constraint change_sets_pkey PRIMARY KEY (id),
  constraint change_sets_check CHECK ((num_nonnulls(asked, undoes_id, undoes_event_id) = 1)),
  constraint change_sets_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint change_sets_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES change_sets(id) ON DELETE CASCADE,
  constraint change_sets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX change_sets_by_time ON change_sets USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX change_sets_of_namespace ON change_sets USING btree (namespace_id);
CREATE INDEX change_sets_of_user ON change_sets USING btree (user_id, namespace_id, id DESC);
CREATE UNIQUE INDEX change_sets_undoes ON change_sets USING btree (undoes_id);
CREATE UNIQUE INDEX change_sets_undoes_event ON change_sets USING btree (undoes_event_id);

create table check_in_watch (
  is_only boolean not null default true,
  ran_at timestamp with time zone not null,
  constraint check_in_watch_pkey PRIMARY KEY (is_only),
  constraint check_in_watch_is_only_check CHECK (is_only)
);

create table check_ins (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  service text not null default ''::text,
  severity text not null,
  every_minutes integer,
  cron text,
  time_zone text not null,
  grace_minutes integer not null,
  is_paused boolean not null default false,
  resets integer not null default 0,
  last_at timestamp with time zone,
  recent_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  due_at timestamp with time zone,
  missing_since timestamp with time zone,
  minute_began_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  minute_count integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint check_ins_pkey PRIMARY KEY (id),
  constraint check_ins_check CHECK (((every_minutes IS NULL) <> (cron IS NULL))),
  constraint check_ins_every_minutes_check CHECK ((every_minutes > 0)),
  constraint check_ins_grace_minutes_check CHECK ((grace_minutes >= 0)),
  constraint check_ins_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint check_ins_severity_check CHECK ((severity = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'INFO'::text, 'UNKNOWN'::text]))),
  constraint check_ins_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX check_ins_due ON check_ins USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX check_ins_of_namespace ON check_ins USING btree (namespace_id, name, id);

create table code_owner_words (
  rule_id bigint not null,
  word text not null,
  constraint code_owner_words_pkey PRIMARY KEY (rule_id, word),
  constraint code_owner_words_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES approval_rules(id) ON DELETE CASCADE
);
CREATE INDEX code_owner_words_by_word ON code_owner_words USING btree (word);

create table collapsed_board_lists (
  user_id bigint not null,
  list_id bigint not null,
  constraint collapsed_board_lists_pkey PRIMARY KEY (user_id, list_id),
  constraint collapsed_board_lists_list_id_fkey FOREIGN KEY (list_id) REFERENCES board_lists(id) ON DELETE CASCADE,
  constraint collapsed_board_lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX collapsed_board_lists_of_list ON collapsed_board_lists USING btree (list_id);

create table commit_statuses (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  pipeline_id bigint not null,
  sha text not null,
  ref text not null,
  name text not null,
  status text not null,
  is_replaced boolean not null default false,
  target_url text,
  description text,
  coverage double precision,
  author_id bigint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint commit_statuses_pkey PRIMARY KEY (id),
  constraint commit_statuses_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'success'::text, 'failed'::text, 'canceled'::text, 'skipped'::text]))),
  constraint commit_statuses_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint commit_statuses_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint commit_statuses_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES pipelines(id) ON DELETE CASCADE
);
CREATE INDEX commit_statuses_by_author ON commit_statuses USING btree (author_id);
CREATE INDEX commit_statuses_by_commit ON commit_statuses USING btree (namespace_id, sha, id);
CREATE INDEX commit_statuses_by_pipeline ON commit_statuses USING btree (pipeline_id, id);
CREATE UNIQUE INDEX commit_statuses_current ON commit_statuses USING btree (pipeline_id, name) WHERE (NOT is_replaced);

create table contacts (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  organization_id bigint,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  description text not null default ''::text,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_description_check CHECK ((length(description) <= 1024)),
  constraint contacts_email_check CHECK ((length(email) <= 255)),
  constraint contacts_first_name_check CHECK ((length(first_name) <= 255)),
  constraint contacts_last_name_check CHECK ((length(last_name) <= 255)),
  constraint contacts_phone_check CHECK ((length(phone) <= 32)),
  constraint contacts_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint contacts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX contacts_by_email ON contacts USING btree (namespace_id, lower(email));
CREATE INDEX contacts_in_order ON contacts USING btree (namespace_id, active, last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
CREATE INDEX contacts_of_organization ON contacts USING btree (organization_id);

create table declined_addresses (
  email text not null,
  declined_at timestamp with time zone not null,
  constraint declined_addresses_pkey PRIMARY KEY (email),
  constraint declined_addresses_email_check CHECK ((length(email) <= 254))
);

create table deleted_notes (
  note_id bigint not null,
  namespace_id bigint not null,
  issuable_id bigint not null,
  internal boolean not null,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_notes_pkey PRIMARY KEY (note_id),
  constraint deleted_notes_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX deleted_notes_by_age ON deleted_notes USING btree (deleted_at);
CREATE INDEX deleted_notes_of_issuable ON deleted_notes USING btree (issuable_id, deleted_at);

create table deploy_keys (
  id bigint not null generated always as identity,
  title text not null,
  key text not null,
  type text not null,
  bits integer not null,
  fingerprint text not null,
  fingerprint_md5 text not null,
  creator_id bigint,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint deploy_keys_pkey PRIMARY KEY (id),
  constraint deploy_keys_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX deploy_keys_by_creator ON deploy_keys USING btree (creator_id);
CREATE UNIQUE INDEX deploy_keys_fingerprint ON deploy_keys USING btree (fingerprint);

create table deploy_keys_projects (
  deploy_key_id bigint not null,
  namespace_id bigint not null,
  can_push boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint deploy_keys_projects_pkey PRIMARY KEY (deploy_key_id, namespace_id),
  constraint deploy_keys_projects_deploy_key_id_fkey FOREIGN KEY (deploy_key_id) REFERENCES deploy_keys(id) ON DELETE CASCADE,
  constraint deploy_keys_projects_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX deploy_keys_projects_by_project ON deploy_keys_projects USING btree (namespace_id);
CREATE TRIGGER deploy_keys_leave_rules AFTER DELETE ON deploy_keys_projects REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_deploy_keys_from_rules();
CREATE TRIGGER deploy_keys_unused AFTER DELETE ON deploy_keys_projects REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_unused_deploy_keys();

create table deploy_tokens (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  creator_id bigint,
  name text not null,
  username text not null,
  token_hash bytea not null,
  scopes text[] not null,
  expires_at timestamp with time zone,
  revoked boolean not null default false,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint deploy_tokens_pkey PRIMARY KEY (id),
  constraint deploy_tokens_token_hash_key UNIQUE (token_hash),
  constraint deploy_tokens_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint deploy_tokens_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX deploy_tokens_by_creator ON deploy_tokens USING btree (creator_id);
CREATE INDEX deploy_tokens_by_namespace ON deploy_tokens USING btree (namespace_id, id);

create table deployment_approvals (
  id bigint not null generated always as identity,
  deployment_id bigint not null,
  user_id bigint not null,
  rule_id bigint,
  status text not null,
  comment text,
  created_at timestamp with time zone not null default now(),
  constraint deployment_approvals_pkey PRIMARY KEY (id),
  constraint deployment_approvals_deployment_id_user_id_key UNIQUE (deployment_id, user_id),
  constraint deployment_approvals_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint deployment_approvals_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_approvals_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES protected_environment_access(id) ON DELETE SET NULL,
  constraint deployment_approvals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deployment_approvals_by_rule ON deployment_approvals USING btree (rule_id) WHERE (rule_id IS NOT NULL);
CREATE INDEX deployment_approvals_by_user ON deployment_approvals USING btree (user_id);

create table deployment_merge_requests (
  deployment_id bigint not null,
  merge_request_id bigint not null,
  is_removed boolean not null default false,
  constraint deployment_merge_requests_pkey PRIMARY KEY (deployment_id, merge_request_id),
  constraint deployment_merge_requests_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_merge_requests_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE
);
CREATE INDEX deployments_of_merge_request ON deployment_merge_requests USING btree (merge_request_id, deployment_id DESC);

create table deployments (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  environment_id bigint not null,
  iid integer not null,
  ref text not null,
  is_tag boolean not null default false,
  sha text not null,
  status text not null,
  user_id bigint,
  target_url text,
  in_freeze boolean not null default false,
  is_rollback boolean,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint deployments_pkey PRIMARY KEY (id),
  constraint deployments_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint deployments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'running'::text, 'success'::text, 'failed'::text, 'canceled'::text, 'skipped'::text, 'blocked'::text]))),
  constraint deployments_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environments(id) ON DELETE CASCADE,
  constraint deployments_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint deployments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX deployments_by_user ON deployments USING btree (user_id);
CREATE INDEX deployments_of_commit ON deployments USING btree (namespace_id, sha, environment_id, id DESC);
CREATE INDEX deployments_of_environment ON deployments USING btree (environment_id, id DESC);
CREATE INDEX deployments_of_project ON deployments USING btree (namespace_id, id DESC);
CREATE INDEX deployments_that_succeeded ON deployments USING btree (environment_id, finished_at DESC, id DESC) WHERE (status = 'success'::text);

create table description_versions (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  note_id bigint,
  author_id bigint,
  description text,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint description_versions_pkey PRIMARY KEY (id),
  constraint description_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint description_versions_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint description_versions_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL
);
CREATE INDEX description_versions_of_author ON description_versions USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX description_versions_of_issuable ON description_versions USING btree (issuable_id, id);
CREATE INDEX description_versions_of_note ON description_versions USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE TRIGGER description_versions_without_mail_keys BEFORE INSERT OR UPDATE OF description ON description_versions FOR EACH ROW WHEN (holds_mail_key(new.description)) EXECUTE FUNCTION blank_mail_keys_in_row('description');

create table discussed_commits (
  id bigint not null,
  sha text not null,
  constraint discussed_commits_pkey PRIMARY KEY (id),
  constraint discussed_commits_id_fkey FOREIGN KEY (id) REFERENCES issuables(id) ON DELETE CASCADE
);

create table draft_notes (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  issuable_id bigint not null,
  author_id bigint not null,
  discussion_id text,
  type text,
  body text not null,
  body_html text not null,
  markdown_version integer not null,
  foreseen jsonb not null,
  internal boolean not null default false,
  resolve_discussion boolean,
  idempotency_key text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint draft_notes_pkey PRIMARY KEY (id),
  constraint draft_notes_type_check CHECK ((type = ANY (ARRAY['DiscussionNote'::text, 'DiffNote'::text]))),
  constraint draft_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint draft_notes_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint draft_notes_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX draft_notes_of_author ON draft_notes USING btree (author_id, issuable_id, id);
CREATE INDEX draft_notes_of_issuable ON draft_notes USING btree (issuable_id);
CREATE INDEX draft_notes_of_namespace ON draft_notes USING btree (namespace_id);
CREATE UNIQUE INDEX draft_notes_sent_once ON draft_notes USING btree (author_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE TRIGGER draft_notes_reviewer AFTER INSERT OR DELETE ON draft_notes FOR EACH ROW EXECUTE FUNCTION reviewer_has_drafts();
CREATE TRIGGER draft_notes_without_mail_keys BEFORE INSERT OR UPDATE OF body, body_html ON draft_notes FOR EACH ROW WHEN ((holds_mail_key(new.body) OR holds_mail_key(new.body_html))) EXECUTE FUNCTION blank_mail_keys_in_row('body', 'body_html');

create table email_changes (
  user_id bigint not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_token_hash_key UNIQUE (token_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table environments (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  slug text not null,
  external_url text,
  description text,
  tier text not null,
  state text not null default 'available'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  auto_stop_in text,
  auto_stop_at timestamp with time zone,
  auto_stop_setting text not null default 'always'::text,
  auto_delete_at timestamp with time zone,
  constraint environments_pkey PRIMARY KEY (id),
  constraint environments_namespace_id_name_key UNIQUE (namespace_id, name),
  constraint environments_auto_stop_setting_check CHECK ((auto_stop_setting = ANY (ARRAY['always'::text, 'with_action'::text]))),
  constraint environments_state_check CHECK ((state = ANY (ARRAY['available'::text, 'stopped'::text]))),
  constraint environments_tier_check CHECK ((tier = ANY (ARRAY['production'::text, 'staging'::text, 'testing'::text, 'development'::text, 'other'::text]))),
  constraint environments_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX environments_by_slug ON environments USING btree (namespace_id, slug);
CREATE INDEX environments_to_delete ON environments USING btree (auto_delete_at) WHERE (auto_delete_at IS NOT NULL);
CREATE INDEX environments_to_stop ON environments USING btree (auto_stop_at) WHERE ((state = 'available'::text) AND (auto_stop_setting = 'always'::text));

create table epics (
  id bigint not null,
  color text not null default '#1068bf'::text,
  text_color text not null default '#FFFFFF'::text,
  start_date_is_fixed boolean not null default false,
  start_date_fixed date,
  start_date_inherited date,
  due_date_is_fixed boolean not null default false,
  due_date_fixed date,
  due_date_inherited date,
  constraint epics_pkey PRIMARY KEY (id),
  constraint epics_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint epics_id_fkey FOREIGN KEY (id) REFERENCES issuables(id) ON DELETE CASCADE
);

create table error_client_keys (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  public_key text not null,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint error_client_keys_pkey PRIMARY KEY (id),
  constraint error_client_keys_public_key_key UNIQUE (public_key),
  constraint error_client_keys_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX error_client_keys_of_namespace ON error_client_keys USING btree (namespace_id, id);

create table error_events (
  id bigint not null generated always as identity,
  error_id bigint not null,
  namespace_id bigint not null,
  uuid uuid not null,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  payload jsonb not null,
  constraint error_events_pkey PRIMARY KEY (id),
  constraint error_events_namespace_id_uuid_key UNIQUE (namespace_id, uuid),
  constraint error_events_error_id_fkey FOREIGN KEY (error_id) REFERENCES tracked_errors(id) ON DELETE CASCADE
);
CREATE INDEX error_events_of_error ON error_events USING btree (error_id, occurred_at DESC, id DESC);
CREATE INDEX error_events_old ON error_events USING btree (occurred_at);

create table error_hours (
  error_id bigint not null,
  namespace_id bigint not null,
  hour timestamp with time zone not null,
  count bigint not null,
  constraint error_hours_pkey PRIMARY KEY (error_id, hour),
  constraint error_hours_error_id_fkey FOREIGN KEY (error_id) REFERENCES tracked_errors(id) ON DELETE CASCADE
);
CREATE INDEX error_hours_old ON error_hours USING btree (hour);

create table error_settings (
  namespace_id bigint not null,
  enabled boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint error_settings_pkey PRIMARY KEY (namespace_id),
  constraint error_settings_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table error_users (
  error_id bigint not null,
  namespace_id bigint not null,
  user_hash text not null,
  seen_on date not null default CURRENT_DATE,
  constraint error_users_pkey PRIMARY KEY (error_id, user_hash),
  constraint error_users_error_id_fkey FOREIGN KEY (error_id) REFERENCES tracked_errors(id) ON DELETE CASCADE
);
CREATE INDEX error_users_old ON error_users USING btree (seen_on);
CREATE TRIGGER count_error_users AFTER INSERT ON error_users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_error_users();

create table escalation_policies (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  description text not null default ''::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  repeat_count integer not null default 0,
  repeat_minutes integer not null default 10,
  reminder_minutes integer,
  constraint escalation_policies_pkey PRIMARY KEY (id),
  constraint escalation_policies_description_check CHECK ((length(description) <= 160)),
  constraint escalation_policies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 72))),
  constraint escalation_policies_reminder_minutes_check CHECK (((reminder_minutes >= 5) AND (reminder_minutes <= 1440))),
  constraint escalation_policies_repeat_count_check CHECK (((repeat_count >= 0) AND (repeat_count <= 9))),
  constraint escalation_policies_repeat_minutes_check CHECK (((repeat_minutes >= 1) AND (repeat_minutes <= 1440))),
  constraint escalation_policies_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX escalation_policies_by_name ON escalation_policies USING btree (namespace_id, lower(name));

create table escalation_rules (
  id bigint not null generated always as identity,
  policy_id bigint not null,
  user_id bigint,
  elapsed_minutes integer not null,
  status text not null,
  schedule_id bigint,
  group_id bigint,
  constraint escalation_rules_pkey PRIMARY KEY (id),
  constraint escalation_rules_policy_id_user_id_elapsed_minutes_status_key UNIQUE (policy_id, user_id, elapsed_minutes, status),
  constraint escalation_rules_elapsed_minutes_check CHECK (((elapsed_minutes >= 0) AND (elapsed_minutes <= 1440))),
  constraint escalation_rules_status_check CHECK ((status = ANY (ARRAY['ACKNOWLEDGED'::text, 'RESOLVED'::text]))),
  constraint escalation_rules_target CHECK ((num_nonnulls(user_id, schedule_id, group_id) = 1)),
  constraint escalation_rules_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint escalation_rules_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES escalation_policies(id) ON DELETE CASCADE,
  constraint escalation_rules_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES oncall_schedules(id) ON DELETE CASCADE,
  constraint escalation_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX escalation_rules_by_group ON escalation_rules USING btree (policy_id, group_id, elapsed_minutes, status) WHERE (group_id IS NOT NULL);
CREATE UNIQUE INDEX escalation_rules_by_schedule ON escalation_rules USING btree (policy_id, schedule_id, elapsed_minutes, status) WHERE (schedule_id IS NOT NULL);
CREATE INDEX escalation_rules_of_group ON escalation_rules USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX escalation_rules_of_schedule ON escalation_rules USING btree (schedule_id) WHERE (schedule_id IS NOT NULL);
CREATE INDEX escalation_rules_of_user ON escalation_rules USING btree (user_id);

create table event_sequences (
  namespace_id bigint not null,
  value bigint not null,
  constraint event_sequences_pkey PRIMARY KEY (namespace_id)
);

create table events (
  id bigint not null generated always as identity,
  namespace_id bigint not null default 0,
  sequence bigint not null,
  name text not null,
  actor_id bigint,
  payload jsonb not null,
  topics text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_namespace_id_sequence_key UNIQUE (namespace_id, sequence)
);
CREATE INDEX events_activity_of_author ON events USING btree (activity_author(name, actor_id, payload), namespace_id, created_at DESC, id DESC) WHERE (name = ANY (ARRAY['issue.created'::text, 'issue.closed'::text, 'issue.reopened'::text, 'merge_request.created'::text, 'merge_request.closed'::text, 'merge_request.reopened'::text, 'merge_request.merged'::text, 'merge_request.approved'::text, 'epic.created'::text, 'epic.closed'::text, 'epic.reopened'::text, 'note.created'::text, 'milestone.created'::text, 'milestone.closed'::text, 'milestone.activated'::text, 'milestone.deleted'::text, 'member.added'::text, 'member.removed'::text, 'project.created'::text, 'ref.pushed'::text]));
CREATE INDEX events_activity_of_place ON events USING btree (namespace_id, name, created_at DESC, id DESC) WHERE (name = ANY (ARRAY['issue.created'::text, 'issue.closed'::text, 'issue.reopened'::text, 'merge_request.created'::text, 'merge_request.closed'::text, 'merge_request.reopened'::text, 'merge_request.merged'::text, 'merge_request.approved'::text, 'epic.created'::text, 'epic.closed'::text, 'epic.reopened'::text, 'note.created'::text, 'milestone.created'::text, 'milestone.closed'::text, 'milestone.activated'::text, 'milestone.deleted'::text, 'member.added'::text, 'member.removed'::text, 'project.created'::text, 'ref.pushed'::text]));
CREATE INDEX events_by_time ON events USING btree (created_at);
CREATE INDEX events_of_marked_pushes ON events USING btree (((payload ->> 'mark'::text))) WHERE ((name = 'repository.pushed'::text) AND ((payload ->> 'mark'::text) IS NOT NULL));
CREATE INDEX events_own_changes ON events USING btree (actor_id, created_at DESC, id DESC) WHERE ((name = ANY (ARRAY['issuable.changed'::text, 'issue.closed'::text, 'issue.reopened'::text, 'merge_request.closed'::text, 'merge_request.reopened'::text, 'epic.closed'::text, 'epic.reopened'::text, 'issue.linked'::text, 'issue.unlinked'::text])) AND ((payload ->> 'changeSetId'::text) IS NULL));
CREATE INDEX events_own_changes_of_item ON events USING btree (actor_id, ((COALESCE((payload ->> 'issueId'::text), (payload ->> 'issuableId'::text)))::bigint), created_at, id) WHERE ((name = ANY (ARRAY['issuable.changed'::text, 'issue.closed'::text, 'issue.reopened'::text, 'merge_request.closed'::text, 'merge_request.reopened'::text, 'epic.closed'::text, 'epic.reopened'::text, 'issue.linked'::text, 'issue.unlinked'::text])) AND ((payload ->> 'changeSetId'::text) IS NULL));

create table feature_flag_changes (
  id bigint not null generated always as identity,
  flag_id bigint not null,
  author_id bigint,
  before jsonb,
  after jsonb not null,
  created_at timestamp with time zone not null,
  approver_id bigint,
  constraint feature_flag_changes_pkey PRIMARY KEY (id),
  constraint feature_flag_changes_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feature_flag_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feature_flag_changes_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES feature_flags(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_changes_of_approver ON feature_flag_changes USING btree (approver_id);
CREATE INDEX feature_flag_changes_of_author ON feature_flag_changes USING btree (author_id);
CREATE INDEX feature_flag_changes_of_flag ON feature_flag_changes USING btree (flag_id, id DESC);

create table feature_flag_environments (
  flag_id bigint not null,
  environment text not null,
  last_seen_at timestamp with time zone not null,
  constraint feature_flag_environments_pkey PRIMARY KEY (flag_id, environment),
  constraint feature_flag_environments_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES feature_flags(id) ON DELETE CASCADE
);

create table feature_flag_hours (
  flag_id bigint not null,
  environment text not null,
  hour timestamp with time zone not null,
  yes bigint not null,
  no bigint not null,
  constraint feature_flag_hours_pkey PRIMARY KEY (flag_id, environment, hour),
  constraint feature_flag_hours_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES feature_flags(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_hours_old ON feature_flag_hours USING btree (hour);

create table feature_flag_issues (
  id bigint not null generated always as identity,
  flag_id bigint not null,
  issuable_id bigint not null,
  created_at timestamp with time zone not null,
  constraint feature_flag_issues_pkey PRIMARY KEY (id),
  constraint feature_flag_issues_issuable_id_flag_id_key UNIQUE (issuable_id, flag_id),
  constraint feature_flag_issues_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES feature_flags(id) ON DELETE CASCADE,
  constraint feature_flag_issues_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_issues_of_flag ON feature_flag_issues USING btree (flag_id, id);

create table feature_flag_requests (
  id bigint not null generated always as identity,
  flag_id bigint not null,
  author_id bigint,
  before jsonb not null,
  after jsonb,
  environments text[] not null,
  comment text,
  state text not null default 'pending'::text,
  decider_id bigint,
  decision text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint feature_flag_requests_pkey PRIMARY KEY (id),
  constraint feature_flag_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint feature_flag_requests_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feature_flag_requests_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feature_flag_requests_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES feature_flags(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_requests_of_author ON feature_flag_requests USING btree (author_id);
CREATE INDEX feature_flag_requests_of_decider ON feature_flag_requests USING btree (decider_id);
CREATE INDEX feature_flag_requests_of_flag ON feature_flag_requests USING btree (flag_id, id DESC);

create table feature_flag_scopes (
  id bigint not null generated always as identity,
  strategy_id bigint not null,
  environment_scope text not null,
  constraint feature_flag_scopes_pkey PRIMARY KEY (id),
  constraint feature_flag_scopes_strategy_id_environment_scope_key UNIQUE (strategy_id, environment_scope),
  constraint feature_flag_scopes_strategy_id_fkey FOREIGN KEY (strategy_id) REFERENCES feature_flag_strategies(id) ON DELETE CASCADE
);

create table feature_flag_segments (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid integer not null,
  name text not null,
  description text,
  constraints jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint feature_flag_segments_pkey PRIMARY KEY (id),
  constraint feature_flag_segments_name_key UNIQUE (namespace_id, name),
  constraint feature_flag_segments_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint feature_flag_segments_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table feature_flag_strategies (
  id bigint not null generated always as identity,
  flag_id bigint not null,
  name text not null,
  parameters jsonb not null,
  constraints jsonb not null default '[]'::jsonb,
  variants jsonb not null default '[]'::jsonb,
  user_list_id bigint,
  constraint feature_flag_strategies_pkey PRIMARY KEY (id),
  constraint feature_flag_strategies_name_check CHECK ((name = ANY (ARRAY['default'::text, 'gradualRolloutUserId'::text, 'userWithId'::text, 'flexibleRollout'::text, 'gitlabUserList'::text]))),
  constraint feature_flag_strategies_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES feature_flags(id) ON DELETE CASCADE,
  constraint feature_flag_strategies_user_list_id_fkey FOREIGN KEY (user_list_id) REFERENCES feature_flag_user_lists(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_strategies_of_flag ON feature_flag_strategies USING btree (flag_id, id);
CREATE INDEX feature_flag_strategies_of_user_list ON feature_flag_strategies USING btree (user_list_id);

create table feature_flag_strategy_segments (
  strategy_id bigint not null,
  segment_id bigint not null,
  constraint feature_flag_strategy_segments_pkey PRIMARY KEY (strategy_id, segment_id),
  constraint feature_flag_strategy_segments_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES feature_flag_segments(id) ON DELETE CASCADE,
  constraint feature_flag_strategy_segments_strategy_id_fkey FOREIGN KEY (strategy_id) REFERENCES feature_flag_strategies(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_strategy_segments_of_segment ON feature_flag_strategy_segments USING btree (segment_id);

create table feature_flag_tokens (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  kind text not null,
  name text not null,
  environment text,
  token_hash bytea not null,
  ending text not null,
  creator_id bigint,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint feature_flag_tokens_pkey PRIMARY KEY (id),
  constraint feature_flag_tokens_token_hash_key UNIQUE (token_hash),
  constraint feature_flag_tokens_check CHECK (((kind = 'instance'::text) = (environment IS NULL))),
  constraint feature_flag_tokens_kind_check CHECK ((kind = ANY (ARRAY['instance'::text, 'client'::text, 'frontend'::text]))),
  constraint feature_flag_tokens_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feature_flag_tokens_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX feature_flag_tokens_of_creator ON feature_flag_tokens USING btree (creator_id);
CREATE INDEX feature_flag_tokens_of_namespace ON feature_flag_tokens USING btree (namespace_id, id);

create table feature_flag_user_lists (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid integer not null,
  name text not null,
  user_xids text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint feature_flag_user_lists_pkey PRIMARY KEY (id),
  constraint feature_flag_user_lists_name_key UNIQUE (namespace_id, name),
  constraint feature_flag_user_lists_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint feature_flag_user_lists_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table feature_flags (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid integer not null,
  name text not null,
  description text,
  active boolean not null,
  off_in text[] not null default '{}'::text[],
  type text not null,
  permanent boolean not null default false,
  lifetime_days integer not null,
  author_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint feature_flags_pkey PRIMARY KEY (id),
  constraint feature_flags_name_key UNIQUE (namespace_id, name),
  constraint feature_flags_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint feature_flags_type_check CHECK ((type = ANY (ARRAY['release'::text, 'experiment'::text, 'operational'::text, 'kill-switch'::text, 'permission'::text]))),
  constraint feature_flags_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feature_flags_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX feature_flags_of_author ON feature_flags USING btree (author_id);

create table file_marks (
  user_id bigint not null,
  merge_request_id bigint not null,
  change_id text not null,
  viewed boolean not null default false,
  collapsed boolean,
  marked_at timestamp with time zone not null,
  constraint file_marks_pkey PRIMARY KEY (user_id, merge_request_id, change_id),
  constraint file_marks_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE,
  constraint file_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX file_marks_of_merge_request ON file_marks USING btree (merge_request_id);

create table former_error_groups (
  namespace_id bigint not null,
  fingerprint text not null,
  trace text not null,
  error_id bigint not null,
  is_latest boolean not null,
  constraint former_error_groups_pkey PRIMARY KEY (namespace_id, fingerprint, trace),
  constraint former_error_groups_error_id_fkey FOREIGN KEY (error_id) REFERENCES tracked_errors(id) ON DELETE CASCADE
);
CREATE INDEX former_error_groups_of_error ON former_error_groups USING btree (error_id);

create table former_note_texts (
  note_id bigint not null,
  until_event_id bigint not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint former_note_texts_pkey PRIMARY KEY (note_id, until_event_id),
  constraint former_note_texts_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE
);
CREATE INDEX former_note_texts_by_age ON former_note_texts USING btree (created_at);
CREATE TRIGGER former_note_texts_without_mail_keys BEFORE INSERT OR UPDATE OF body ON former_note_texts FOR EACH ROW WHEN (holds_mail_key(new.body)) EXECUTE FUNCTION blank_mail_keys_in_row('body');

create table freeze_periods (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  freeze_start text not null,
  freeze_end text not null,
  time_zone text not null default 'UTC'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint freeze_periods_pkey PRIMARY KEY (id),
  constraint freeze_periods_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX freeze_periods_of_project ON freeze_periods USING btree (namespace_id, id);

create table geo_log_positions (
  position bigint not null,
  taken_at timestamp with time zone not null,
  constraint geo_log_positions_pkey PRIMARY KEY ("position")
);
CREATE INDEX geo_log_positions_by_time ON geo_log_positions USING btree (taken_at);

create table geo_node_namespaces (
  node_id bigint not null,
  namespace_id bigint not null,
  constraint geo_node_namespaces_pkey PRIMARY KEY (node_id, namespace_id),
  constraint geo_node_namespaces_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint geo_node_namespaces_node_id_fkey FOREIGN KEY (node_id) REFERENCES geo_nodes(id) ON DELETE CASCADE
);
CREATE INDEX geo_node_namespaces_of_namespace ON geo_node_namespaces USING btree (namespace_id);

create table geo_node_reports (
  node_id bigint not null,
  reported_at timestamp with time zone,
  version text,
  revision text,
  database_state text,
  cursor_event_id bigint,
  cursor_event_at timestamp with time zone,
  replayed_position bigint,
  streamed_at timestamp with time zone,
  constraint geo_node_reports_pkey PRIMARY KEY (node_id),
  constraint geo_node_reports_database_state_check CHECK ((database_state = ANY (ARRAY['standby'::text, 'paused'::text, 'primary'::text, 'away'::text]))),
  constraint geo_node_reports_node_id_fkey FOREIGN KEY (node_id) REFERENCES geo_nodes(id) ON DELETE CASCADE
);

create table geo_nodes (
  id bigint not null generated always as identity,
  name text not null,
  url text not null,
  internal_url text,
  is_primary boolean not null,
  enabled boolean not null,
  files_max_capacity integer not null,
  repos_max_capacity integer not null,
  verification_max_capacity integer not null,
  container_repositories_max_capacity integer not null,
  minimum_reverification_interval integer not null,
  sync_object_storage boolean not null,
  selective_sync_type text,
  selective_sync_shards text[] not null,
  key_hash bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint geo_nodes_pkey PRIMARY KEY (id),
  constraint geo_nodes_selective_sync_type_check CHECK ((selective_sync_type = ANY (ARRAY['namespaces'::text, 'shards'::text])))
);
CREATE UNIQUE INDEX geo_nodes_key ON geo_nodes USING btree (key_hash) WHERE (key_hash IS NOT NULL);
CREATE UNIQUE INDEX geo_nodes_name ON geo_nodes USING btree (name);
CREATE UNIQUE INDEX geo_nodes_primary ON geo_nodes USING btree (is_primary) WHERE is_primary;

create table geo_registry (
  id bigint not null generated always as identity,
  node_id bigint not null,
  replicable text not null,
  item_id bigint not null,
  storage_key text,
  state text not null,
  verification_state text not null,
  request integer not null default 0,
  sync_error text,
  verification_error text,
  retry_count integer not null default 0,
  retry_at timestamp with time zone,
  checksum text,
  primary_checksum text,
  failed_on_primary boolean not null default false,
  synced_at timestamp with time zone,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint geo_registry_pkey PRIMARY KEY (id),
  constraint geo_registry_node_id_replicable_item_id_key UNIQUE (node_id, replicable, item_id),
  constraint geo_registry_replicable_check CHECK ((replicable = ANY (ARRAY['project_repositories'::text, 'uploads'::text]))),
  constraint geo_registry_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'started'::text, 'synced'::text, 'failed'::text]))),
  constraint geo_registry_verification_state_check CHECK ((verification_state = ANY (ARRAY['pending'::text, 'verified'::text, 'failed'::text]))),
  constraint geo_registry_node_id_fkey FOREIGN KEY (node_id) REFERENCES geo_nodes(id) ON DELETE CASCADE
);
CREATE INDEX geo_registry_by_state ON geo_registry USING btree (node_id, replicable, state, id);
CREATE INDEX geo_registry_by_verification ON geo_registry USING btree (node_id, replicable, verification_state, verified_at);
CREATE INDEX geo_registry_listed ON geo_registry USING btree (replicable, id);
CREATE INDEX geo_registry_of_item ON geo_registry USING btree (replicable, item_id);

create table gpg_keys (
  id bigint not null generated always as identity,
  user_id bigint not null,
  key text not null,
  fingerprint text not null,
  subkey_ids text[] not null,
  emails text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint gpg_keys_pkey PRIMARY KEY (id),
  constraint gpg_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX gpg_keys_by_user ON gpg_keys USING btree (user_id, id);
CREATE UNIQUE INDEX gpg_keys_fingerprint ON gpg_keys USING btree (fingerprint);

create table groups (
  id bigint not null,
  project_creation_level text not null default 'developer'::text,
  subgroup_creation_level text not null default 'maintainer'::text,
  request_access_enabled boolean not null default true,
  mentions_disabled boolean not null default false,
  share_with_group_lock boolean not null default false,
  default_branch text,
  default_branch_protection smallint,
  contacts_enabled boolean not null default false,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_default_branch_protection_check CHECK ((default_branch_protection = ANY (ARRAY[0, 1, 2, 3]))),
  constraint groups_project_creation_level_check CHECK ((project_creation_level = ANY (ARRAY['noone'::text, 'owner'::text, 'maintainer'::text, 'developer'::text, 'administrator'::text]))),
  constraint groups_subgroup_creation_level_check CHECK ((subgroup_creation_level = ANY (ARRAY['owner'::text, 'maintainer'::text]))),
  constraint groups_id_fkey FOREIGN KEY (id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE TRIGGER groups_own_code AFTER INSERT ON groups FOR EACH ROW EXECUTE FUNCTION group_owns_code();

create table handover_notes (
  id bigint not null generated always as identity,
  schedule_id bigint not null,
  author_id bigint,
  body text not null,
  body_html text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint handover_notes_pkey PRIMARY KEY (id),
  constraint handover_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 10000))),
  constraint handover_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint handover_notes_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES oncall_schedules(id) ON DELETE CASCADE
);
CREATE INDEX handover_notes_of_author ON handover_notes USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX handover_notes_of_schedule ON handover_notes USING btree (schedule_id, id);

create table iid_counters (
  namespace_id bigint not null,
  series text not null,
  value bigint not null,
  constraint iid_counters_pkey PRIMARY KEY (namespace_id, series),
  constraint iid_counters_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table incident_postmortems (
  incident_id bigint not null,
  issue_id bigint not null,
  created_at timestamp with time zone not null,
  constraint incident_postmortems_pkey PRIMARY KEY (incident_id),
  constraint incident_postmortems_issue_id_key UNIQUE (issue_id),
  constraint incident_postmortems_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint incident_postmortems_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issuables(id) ON DELETE CASCADE
);

create table incident_roles (
  incident_id bigint not null,
  role text not null,
  user_id bigint not null,
  constraint incident_roles_pkey PRIMARY KEY (incident_id, role),
  constraint incident_roles_role_check CHECK ((role = ANY (ARRAY['commander'::text, 'communications'::text]))),
  constraint incident_roles_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint incident_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX incident_roles_of_user ON incident_roles USING btree (user_id);

create table incident_settings (
  project_id bigint not null,
  has_sla boolean not null default false,
  critical_minutes integer,
  high_minutes integer,
  medium_minutes integer,
  low_minutes integer,
  unknown_minutes integer,
  constraint incident_settings_pkey PRIMARY KEY (project_id),
  constraint incident_settings_minutes_check CHECK ((((critical_minutes >= 15) AND (critical_minutes <= 525600)) AND ((critical_minutes % 15) = 0) AND ((high_minutes >= 15) AND (high_minutes <= 525600)) AND ((high_minutes % 15) = 0) AND ((medium_minutes >= 15) AND (medium_minutes <= 525600)) AND ((medium_minutes % 15) = 0) AND ((low_minutes >= 15) AND (low_minutes <= 525600)) AND ((low_minutes % 15) = 0) AND ((unknown_minutes >= 15) AND (unknown_minutes <= 525600)) AND ((unknown_minutes % 15) = 0))),
  constraint incident_settings_project_id_fkey FOREIGN KEY (project_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table incident_slas (
  issuable_id bigint not null,
  due_at timestamp with time zone not null,
  missed_at timestamp with time zone,
  is_running boolean not null default true,
  constraint incident_slas_pkey PRIMARY KEY (issuable_id),
  constraint incident_slas_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX incident_slas_due ON incident_slas USING btree (due_at, issuable_id) WHERE (is_running AND (missed_at IS NULL));

create table instance_settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint instance_settings_pkey PRIMARY KEY (name)
);

create table issuable_assignees (
  issuable_id bigint not null,
  user_id bigint not null,
  namespace_id bigint not null,
  created_at timestamp with time zone not null default now(),
  series text not null default 'issue'::text,
  state text not null default 'opened'::text,
  confidential boolean not null default false,
  attention_requested boolean not null default false,
  constraint issuable_assignees_pkey PRIMARY KEY (issuable_id, user_id),
  constraint issuable_assignees_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint issuable_assignees_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX issuable_assignees_by_state ON issuable_assignees USING btree (user_id, series, state, namespace_id, issuable_id DESC) INCLUDE (confidential);
CREATE INDEX issuable_assignees_of_place ON issuable_assignees USING btree (namespace_id, series, state, user_id, issuable_id DESC);
CREATE INDEX issuable_assignees_of_user ON issuable_assignees USING btree (user_id, issuable_id DESC);
CREATE TRIGGER issuable_copied BEFORE INSERT ON issuable_assignees FOR EACH ROW EXECUTE FUNCTION copy_issuable();

create table issuable_contacts (
  issuable_id bigint not null,
  contact_id bigint not null,
  namespace_id bigint not null,
  constraint issuable_contacts_pkey PRIMARY KEY (issuable_id, contact_id),
  constraint issuable_contacts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint issuable_contacts_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX issuable_contacts_of_contact ON issuable_contacts USING btree (contact_id, issuable_id);

create table issuable_labels (
  issuable_id bigint not null,
  label_id bigint not null,
  namespace_id bigint not null,
  created_at timestamp with time zone not null default now(),
  series text not null default 'issue'::text,
  state text not null default 'opened'::text,
  confidential boolean not null default false,
  constraint issuable_labels_pkey PRIMARY KEY (issuable_id, label_id),
  constraint issuable_labels_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint issuable_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE
);
CREATE INDEX issuable_labels_by_state ON issuable_labels USING btree (label_id, series, state, namespace_id, issuable_id DESC) INCLUDE (confidential);
CREATE TRIGGER issuable_copied BEFORE INSERT ON issuable_labels FOR EACH ROW EXECUTE FUNCTION copy_issuable();

create table issuable_links (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  source_id bigint not null,
  target_id bigint not null,
  link_type text not null default 'relates_to'::text,
  source_position integer,
  target_position integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_counted boolean not null default false,
  constraint issuable_links_pkey PRIMARY KEY (id),
  constraint issuable_links_check CHECK ((source_id <> target_id)),
  constraint issuable_links_link_type_check CHECK ((link_type = ANY (ARRAY['relates_to'::text, 'blocks'::text]))),
  constraint issuable_links_source_id_fkey FOREIGN KEY (source_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint issuable_links_target_id_fkey FOREIGN KEY (target_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX issuable_links_of_source ON issuable_links USING btree (source_id, link_type);
CREATE INDEX issuable_links_of_target ON issuable_links USING btree (target_id, link_type);
CREATE UNIQUE INDEX issuable_links_once ON issuable_links USING btree (LEAST(source_id, target_id), GREATEST(source_id, target_id));
CREATE TRIGGER blocked_counted BEFORE INSERT OR UPDATE OF source_id, target_id ON issuable_links FOR EACH ROW WHEN ((new.link_type = 'blocks'::text)) EXECUTE FUNCTION count_in_link();
CREATE TRIGGER blocking_counted AFTER INSERT OR DELETE OR UPDATE OF source_id, is_counted ON issuable_links FOR EACH ROW EXECUTE FUNCTION count_blocked();

create table issuable_moments (
  issuable_id bigint not null,
  namespace_id bigint not null,
  event text not null,
  label_id bigint not null default 0,
  at timestamp with time zone not null,
  constraint issuable_moments_pkey PRIMARY KEY (issuable_id, event, label_id) INCLUDE (at),
  constraint issuable_moments_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX issuable_moments_by_time ON issuable_moments USING btree (namespace_id, event, label_id, at) INCLUDE (issuable_id);
CREATE TRIGGER moments_deleted AFTER DELETE ON issuable_moments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION moments_changed();
CREATE TRIGGER moments_inserted AFTER INSERT ON issuable_moments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION moments_changed();
CREATE TRIGGER moments_updated AFTER UPDATE ON issuable_moments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION moments_changed();

create table issuable_references (
  source_issuable_id bigint not null,
  source_note_id bigint,
  target_issuable_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint issuable_references_source_issuable_id_fkey FOREIGN KEY (source_issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint issuable_references_source_note_id_fkey FOREIGN KEY (source_note_id) REFERENCES notes(id) ON DELETE CASCADE,
  constraint issuable_references_target_issuable_id_fkey FOREIGN KEY (target_issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX issuable_references_of_note ON issuable_references USING btree (source_note_id) WHERE (source_note_id IS NOT NULL);
CREATE UNIQUE INDEX issuable_references_once ON issuable_references USING btree (source_issuable_id, COALESCE(source_note_id, (0)::bigint), target_issuable_id);
CREATE INDEX issuable_references_to ON issuable_references USING btree (target_issuable_id);

create table issuables (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  type text not null,
  series text not null default 'issue'::text,
  iid bigint not null,
  title text not null,
  title_html text not null default ''::text,
  description text,
  description_html text not null default ''::text,
  markdown_version integer not null default 0,
  state text not null default 'opened'::text,
  author_id bigint not null,
  confidential boolean not null default false,
  discussion_locked boolean not null default false,
  hidden boolean not null default false,
  milestone_id bigint,
  start_date date,
  due_date date,
  weight integer,
  health_status text,
  relative_position bigint,
  lock_version integer not null default 0,
  task_count integer not null default 0,
  task_completed_count integer not null default 0,
  notes_count integer not null default 0,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  closed_at timestamp with time zone,
  closed_by_id bigint,
  last_edited_at timestamp with time zone,
  last_edited_by_id bigint,
  updated_by_id bigint,
  moved_to_id bigint,
  duplicated_to_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  state_changed_at timestamp with time zone,
  time_estimate integer not null default 0,
  time_spent integer not null default 0,
  severity text not null default 'UNKNOWN'::text,
  iteration_id bigint,
  parent_id bigint,
  parent_position bigint,
  promoted_to_id bigint,
  escalation_status text,
  escalation_policy_id bigint,
  published_at timestamp with time zone,
  blocking_count integer not null default 0,
  search text not null generated always as (search_text(title, description)) stored,
  search_letters tsvector not null generated always as (search_letters(search_text(title, description))) stored,
  constraint issuables_pkey PRIMARY KEY (id),
  constraint issuables_namespace_id_series_iid_key UNIQUE (namespace_id, series, iid),
  constraint issuables_escalation_status_check CHECK ((escalation_status = ANY (ARRAY['TRIGGERED'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text, 'IGNORED'::text]))),
  constraint issuables_health_status_check CHECK ((health_status = ANY (ARRAY['on_track'::text, 'needs_attention'::text, 'at_risk'::text]))),
  constraint issuables_severity_check CHECK ((severity = ANY (ARRAY['UNKNOWN'::text, 'LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text]))),
  constraint issuables_state_check CHECK ((state = ANY (ARRAY['opened'::text, 'closed'::text, 'merged'::text, 'locked'::text]))),
  constraint issuables_time_estimate_check CHECK ((time_estimate >= 0)),
  constraint issuables_time_spent_check CHECK (((time_spent >= 0) AND (time_spent <= 31557600))),
  constraint issuables_type_check CHECK ((type = ANY (ARRAY['issue'::text, 'incident'::text, 'test_case'::text, 'requirement'::text, 'task'::text, 'objective'::text, 'key_result'::text, 'ticket'::text, 'epic'::text, 'merge_request'::text, 'commit'::text, 'alert'::text]))),
  constraint issuables_weight_check CHECK ((weight >= 0)),
  constraint issuables_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint issuables_closed_by_id_fkey FOREIGN KEY (closed_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint issuables_duplicated_to_id_fkey FOREIGN KEY (duplicated_to_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint issuables_escalation_policy_id_fkey FOREIGN KEY (escalation_policy_id) REFERENCES escalation_policies(id) ON DELETE SET NULL,
  constraint issuables_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE SET NULL,
  constraint issuables_last_edited_by_id_fkey FOREIGN KEY (last_edited_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint issuables_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestones(id) ON DELETE SET NULL,
  constraint issuables_moved_to_id_fkey FOREIGN KEY (moved_to_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint issuables_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint issuables_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint issuables_promoted_to_id_fkey FOREIGN KEY (promoted_to_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint issuables_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX issuables_before_contacts ON issuables USING btree (id) WHERE ((markdown_version < 3) AND (description ~~ '%[contact:%'::text));
CREATE INDEX issuables_by_blocking_count ON issuables USING btree (namespace_id, series, state, blocking_count DESC, id DESC);
CREATE INDEX issuables_by_checklist ON issuables USING btree (namespace_id, series, state, checklist_progress(task_completed_count, task_count), id DESC);
CREATE INDEX issuables_by_checklist_down ON issuables USING btree (namespace_id, series, state, checklist_progress(task_completed_count, task_count) DESC NULLS LAST, id DESC);
CREATE INDEX issuables_by_closed ON issuables USING btree (namespace_id, closed_at DESC, id DESC) WHERE ((series = 'issue'::text) AND (state = 'closed'::text));
CREATE INDEX issuables_by_closed_at ON issuables USING btree (namespace_id, series, state, COALESCE(closed_at, '1970-01-01 00:00:00+00'::timestamp with time zone) DESC, id DESC);
CREATE INDEX issuables_by_created ON issuables USING btree (namespace_id, series, state, created_at DESC, id DESC) INCLUDE (hidden, confidential, author_id);
CREATE INDEX issuables_by_created_all ON issuables USING btree (namespace_id, series, created_at DESC, id DESC) INCLUDE (hidden, confidential, author_id);
CREATE INDEX issuables_by_due_date ON issuables USING btree (namespace_id, series, state, due_date, id DESC);
CREATE INDEX issuables_by_due_date_down ON issuables USING btree (namespace_id, series, state, due_date DESC NULLS LAST, id DESC);
CREATE INDEX issuables_by_escalation_status ON issuables USING btree (namespace_id, series, state, array_position(ARRAY['TRIGGERED'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text, 'IGNORED'::text],
CASE
    WHEN (type = ANY (ARRAY['incident'::text])) THEN COALESCE(escalation_status, 'TRIGGERED'::text)
    ELSE NULL::text
END), id DESC);
CREATE INDEX issuables_by_escalation_status_down ON issuables USING btree (namespace_id, series, state, array_position(ARRAY['TRIGGERED'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text, 'IGNORED'::text],
CASE
    WHEN (type = ANY (ARRAY['incident'::text])) THEN COALESCE(escalation_status, 'TRIGGERED'::text)
    ELSE NULL::text
END) DESC NULLS LAST, id DESC);
CREATE INDEX issuables_by_health_status ON issuables USING btree (namespace_id, series, state, array_position(ARRAY['on_track'::text, 'needs_attention'::text, 'at_risk'::text],
CASE
    WHEN (type = ANY (ARRAY['issue'::text, 'task'::text, 'objective'::text, 'key_result'::text, 'ticket'::text])) THEN health_status
    ELSE NULL::text
END), id DESC);
CREATE INDEX issuables_by_health_status_down ON issuables USING btree (namespace_id, series, state, array_position(ARRAY['on_track'::text, 'needs_attention'::text, 'at_risk'::text],
CASE
    WHEN (type = ANY (ARRAY['issue'::text, 'task'::text, 'objective'::text, 'key_result'::text, 'ticket'::text])) THEN health_status
    ELSE NULL::text
END) DESC NULLS LAST, id DESC);
CREATE INDEX issuables_by_id ON issuables USING btree (namespace_id, series, state, id DESC);
CREATE INDEX issuables_by_iteration ON issuables USING btree (iteration_id, state, id DESC) WHERE (iteration_id IS NOT NULL);
CREATE INDEX issuables_by_manual_order ON issuables USING btree (namespace_id, series, state, COALESCE(relative_position, ('288230376151711744'::bigint - (id * 1048576))), id DESC);
CREATE INDEX issuables_by_notes ON issuables USING btree (namespace_id, series, state, notes_count DESC, id DESC);
CREATE INDEX issuables_by_own_position ON issuables USING btree (namespace_id, state, relative_position, id DESC) WHERE ((series = 'issue'::text) AND (relative_position IS NOT NULL));
CREATE INDEX issuables_by_popularity ON issuables USING btree (namespace_id, series, state, upvotes DESC, id DESC);
CREATE INDEX issuables_by_published ON issuables USING btree (namespace_id, series, state, (((published_at IS NOT NULL))::integer), id);
CREATE INDEX issuables_by_severity ON issuables USING btree (namespace_id, series, state, array_position(ARRAY['UNKNOWN'::text, 'LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text],
CASE
    WHEN (type = ANY (ARRAY['incident'::text])) THEN severity
    ELSE NULL::text
END), id DESC);
CREATE INDEX issuables_by_severity_down ON issuables USING btree (namespace_id, series, state, array_position(ARRAY['UNKNOWN'::text, 'LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text],
CASE
    WHEN (type = ANY (ARRAY['incident'::text])) THEN severity
    ELSE NULL::text
END) DESC NULLS LAST, id DESC);
CREATE INDEX issuables_by_start_date ON issuables USING btree (namespace_id, series, state, start_date, id DESC);
CREATE INDEX issuables_by_start_date_down ON issuables USING btree (namespace_id, series, state, start_date DESC NULLS LAST, id DESC);
CREATE INDEX issuables_by_time_estimate ON issuables USING btree (namespace_id, series, state, time_estimate DESC, id DESC);
CREATE INDEX issuables_by_time_spent ON issuables USING btree (namespace_id, series, state, time_spent DESC, id DESC);
CREATE INDEX issuables_by_title ON issuables USING btree (namespace_id, series, state, title COLLATE "und-x-icu", id);
CREATE INDEX issuables_by_updated ON issuables USING btree (namespace_id, series, state, updated_at DESC, id DESC);
CREATE INDEX issuables_by_updated_all ON issuables USING btree (namespace_id, series, updated_at DESC, id DESC);
CREATE INDEX issuables_by_weight ON issuables USING btree (namespace_id, series, state, weight, id DESC);
CREATE INDEX issuables_by_weight_down ON issuables USING btree (namespace_id, series, state, weight DESC NULLS LAST, id DESC);
CREATE INDEX issuables_closed ON issuables USING btree (series, closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX issuables_closed_by ON issuables USING btree (closed_by_id) WHERE (closed_by_id IS NOT NULL);
CREATE INDEX issuables_confidential ON issuables USING btree (namespace_id, author_id) WHERE confidential;
CREATE INDEX issuables_duplicated_to ON issuables USING btree (duplicated_to_id) WHERE (duplicated_to_id IS NOT NULL);
CREATE INDEX issuables_edited_by ON issuables USING btree (last_edited_by_id) WHERE (last_edited_by_id IS NOT NULL);
CREATE INDEX issuables_hidden ON issuables USING btree (id) WHERE hidden;
CREATE INDEX issuables_incidents ON issuables USING btree (namespace_id, created_at, id) WHERE (type = 'incident'::text);
CREATE INDEX issuables_latest ON issuables USING btree (series, updated_at DESC, id DESC);
CREATE INDEX issuables_moved_to ON issuables USING btree (moved_to_id) WHERE (moved_to_id IS NOT NULL);
CREATE INDEX issuables_newest ON issuables USING btree (series, created_at DESC, id DESC);
CREATE INDEX issuables_of_author ON issuables USING btree (author_id, created_at DESC, id DESC) INCLUDE (namespace_id, series, state, confidential, hidden);
CREATE INDEX issuables_of_authors ON issuables USING btree (namespace_id, series, state, author_id, id DESC);
CREATE INDEX issuables_of_escalation_policy ON issuables USING btree (escalation_policy_id) WHERE (escalation_policy_id IS NOT NULL);
CREATE INDEX issuables_of_milestone ON issuables USING btree (milestone_id, state, id DESC) INCLUDE (namespace_id, series, confidential, hidden) WHERE (milestone_id IS NOT NULL);
CREATE INDEX issuables_of_parent ON issuables USING btree (parent_id, parent_position, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX issuables_of_parents ON issuables USING btree (namespace_id, series, state, parent_id, id DESC) WHERE (parent_id IS NOT NULL);
CREATE INDEX issuables_promoted_to ON issuables USING btree (promoted_to_id) WHERE (promoted_to_id IS NOT NULL);
CREATE INDEX issuables_published ON issuables USING btree (namespace_id, state, created_at, id) WHERE (published_at IS NOT NULL);
CREATE INDEX issuables_search ON issuables USING gin (search gin_trgm_ops);
CREATE INDEX issuables_search_letters ON issuables USING gin (search_letters);
CREATE INDEX issuables_updated_by ON issuables USING btree (updated_by_id) WHERE (updated_by_id IS NOT NULL);
CREATE TRIGGER blocked_changed AFTER UPDATE OF state, confidential, hidden, namespace_id ON issuables FOR EACH ROW WHEN (((((old.state IS DISTINCT FROM new.state) OR (old.confidential IS DISTINCT FROM new.confidential)) OR (old.hidden IS DISTINCT FROM new.hidden)) OR (old.namespace_id IS DISTINCT FROM new.namespace_id))) EXECUTE FUNCTION recount_links_to();
CREATE TRIGGER issuable_copies_refreshed AFTER UPDATE ON issuables FOR EACH ROW WHEN (((((old.series IS DISTINCT FROM new.series) OR (old.state IS DISTINCT FROM new.state)) OR (old.hidden IS DISTINCT FROM new.hidden)) OR (old.confidential IS DISTINCT FROM new.confidential))) EXECUTE FUNCTION refresh_issuable_copies();
CREATE TRIGGER issuables_hidden AFTER UPDATE OF hidden ON issuables FOR EACH ROW WHEN ((old.hidden IS DISTINCT FROM new.hidden)) EXECUTE FUNCTION issuable_hidden();
CREATE TRIGGER issuables_inserted AFTER INSERT ON issuables REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION issues_inserted();
CREATE TRIGGER issuables_recounted AFTER UPDATE OF state, confidential, hidden, namespace_id ON issuables FOR EACH ROW WHEN (((old.series = 'issue'::text) AND ((((old.state IS DISTINCT FROM new.state) OR (old.confidential IS DISTINCT FROM new.confidential)) OR (old.hidden IS DISTINCT FROM new.hidden)) OR (old.namespace_id IS DISTINCT FROM new.namespace_id)))) EXECUTE FUNCTION issue_recounted();
CREATE TRIGGER issuables_uncounted AFTER DELETE ON issuables REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION issues_deleted();
CREATE TRIGGER issuables_without_mail_keys BEFORE INSERT OR UPDATE OF title, title_html, description, description_html ON issuables FOR EACH ROW WHEN ((holds_mail_key(new.title) OR holds_mail_key(new.description) OR holds_mail_key(new.description_html))) EXECUTE FUNCTION blank_mail_keys_in_row('title', 'title_html', 'description', 'description_html');
CREATE TRIGGER merge_request_state AFTER UPDATE OF state, title ON issuables FOR EACH ROW WHEN ((new.series = 'merge_request'::text)) EXECUTE FUNCTION merge_request_state();
CREATE TRIGGER parent_dated AFTER UPDATE OF parent_id, milestone_id, start_date, due_date ON issuables FOR EACH ROW WHEN ((((old.parent_id IS NOT NULL) OR (new.parent_id IS NOT NULL)) AND ((((old.parent_id IS DISTINCT FROM new.parent_id) OR (old.milestone_id IS DISTINCT FROM new.milestone_id)) OR (old.start_date IS DISTINCT FROM new.start_date)) OR (old.due_date IS DISTINCT FROM new.due_date)))) EXECUTE FUNCTION date_parent();
CREATE TRIGGER parent_dated_by_gone AFTER DELETE ON issuables FOR EACH ROW WHEN ((old.parent_id IS NOT NULL)) EXECUTE FUNCTION date_parent();
CREATE TRIGGER parent_dated_by_new AFTER INSERT ON issuables FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION date_parent();
CREATE TRIGGER timebox_changed AFTER UPDATE OF state, weight, milestone_id, iteration_id ON issuables FOR EACH ROW WHEN (((new.series = 'issue'::text) AND ((((old.state IS DISTINCT FROM new.state) OR (old.weight IS DISTINCT FROM new.weight)) OR (old.milestone_id IS DISTINCT FROM new.milestone_id)) OR (old.iteration_id IS DISTINCT FROM new.iteration_id)) AND ((old.milestone_id IS NOT NULL) OR (old.iteration_id IS NOT NULL) OR (new.milestone_id IS NOT NULL) OR (new.iteration_id IS NOT NULL)))) EXECUTE FUNCTION snapshot_timebox();
CREATE TRIGGER timebox_entered AFTER INSERT ON issuables FOR EACH ROW WHEN (((new.series = 'issue'::text) AND ((new.milestone_id IS NOT NULL) OR (new.iteration_id IS NOT NULL)))) EXECUTE FUNCTION snapshot_timebox();

create table issue_email_participants (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  email text not null,
  created_at timestamp with time zone not null,
  is_of_service_desk boolean not null default false,
  constraint issue_email_participants_pkey PRIMARY KEY (id),
  constraint issue_email_participants_issuable_id_email_key UNIQUE (issuable_id, email),
  constraint issue_email_participants_email_check CHECK ((length(email) <= 254)),
  constraint issue_email_participants_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX issue_email_participants_by_email ON issue_email_participants USING btree (email);

create table issue_import_rows (
  import_id bigint not null,
  number integer not null,
  line integer not null,
  content jsonb not null,
  problems text[] not null default '{}'::text[],
  outcome text,
  issue_id bigint,
  notices text[] not null default '{}'::text[],
  fingerprint text,
  constraint issue_import_rows_pkey PRIMARY KEY (import_id, number),
  constraint issue_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'faulty'::text, 'skipped'::text]))),
  constraint issue_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES issue_imports(id) ON DELETE CASCADE,
  constraint issue_import_rows_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issuables(id) ON DELETE SET NULL
);
CREATE INDEX issue_import_rows_by_fingerprint ON issue_import_rows USING btree (fingerprint) WHERE (issue_id IS NOT NULL);
CREATE INDEX issue_import_rows_by_issue ON issue_import_rows USING btree (issue_id) WHERE (issue_id IS NOT NULL);
CREATE INDEX issue_import_rows_by_key ON issue_import_rows USING btree (import_id, ((content ->> 'key'::text))) WHERE (issue_id IS NOT NULL);
CREATE INDEX issue_import_rows_by_parent_key ON issue_import_rows USING btree (import_id, ((content ->> 'parentKey'::text))) WHERE ((issue_id IS NOT NULL) AND ((content ->> 'parentKey'::text) IS NOT NULL));
CREATE INDEX issue_import_rows_waiting ON issue_import_rows USING btree (import_id, number) WHERE (outcome IS NULL);
CREATE INDEX issue_import_rows_with_notices ON issue_import_rows USING btree (import_id, number) WHERE (notices <> '{}'::text[]);
CREATE INDEX issue_import_rows_with_problems ON issue_import_rows USING btree (import_id, number) WHERE (problems <> '{}'::text[]);

create table issue_imports (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  user_id bigint not null,
  source text not null,
  name text not null,
  state text not null,
  total_count integer not null default 0,
  created_count integer not null default 0,
  faulty_count integer not null default 0,
  ignored_columns text[] not null default '{}'::text[],
  new_labels text[] not null default '{}'::text[],
  reason text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  people jsonb not null default '[]'::jsonb,
  remote jsonb,
  attachment_count integer not null default 0,
  attachment_bytes bigint not null default 0,
  skipped_count integer not null default 0,
  includes_imported boolean not null default false,
  constraint issue_imports_pkey PRIMARY KEY (id),
  constraint issue_imports_source_check CHECK ((source = ANY (ARRAY['csv'::text, 'jira'::text]))),
  constraint issue_imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'ready'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text]))),
  constraint issue_imports_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint issue_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX issue_imports_by_namespace ON issue_imports USING btree (namespace_id);
CREATE INDEX issue_imports_by_user ON issue_imports USING btree (user_id, namespace_id, id);
CREATE INDEX issue_imports_with_access ON issue_imports USING btree (ended_at) WHERE (remote IS NOT NULL);

create table issue_keys (
  author_id bigint not null,
  idempotency_key text not null,
  namespace_id bigint not null,
  issuable_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint issue_keys_pkey PRIMARY KEY (author_id, idempotency_key),
  constraint issue_keys_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint issue_keys_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint issue_keys_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX issue_keys_by_time ON issue_keys USING btree (created_at);
CREATE INDEX issue_keys_of_issuable ON issue_keys USING btree (issuable_id);
CREATE INDEX issue_keys_of_namespace ON issue_keys USING btree (namespace_id);

create table iteration_cadences (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  title text not null,
  description text not null default ''::text,
  start_date date,
  duration_in_weeks integer,
  iterations_in_advance integer,
  active boolean not null default true,
  automatic boolean not null default true,
  roll_over boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint iteration_cadences_pkey PRIMARY KEY (id),
  constraint iteration_cadences_namespace_id_title_key UNIQUE (namespace_id, title),
  constraint iteration_cadences_duration_in_weeks_check CHECK (((duration_in_weeks >= 1) AND (duration_in_weeks <= 4))),
  constraint iteration_cadences_iterations_in_advance_check CHECK (((iterations_in_advance >= 0) AND (iterations_in_advance <= 10))),
  constraint iteration_cadences_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table iterations (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid bigint not null,
  cadence_id bigint not null,
  title text,
  description text not null default ''::text,
  description_html text not null default ''::text,
  start_date date not null,
  due_date date not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint iterations_pkey PRIMARY KEY (id),
  constraint iterations_cadence_id_start_date_key UNIQUE (cadence_id, start_date),
  constraint iterations_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint iterations_check CHECK ((due_date >= start_date)),
  constraint iterations_cadence_id_fkey FOREIGN KEY (cadence_id) REFERENCES iteration_cadences(id) ON DELETE CASCADE,
  constraint iterations_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX iterations_by_due_date ON iterations USING btree (namespace_id, due_date);
CREATE TRIGGER iterations_without_mail_keys BEFORE INSERT OR UPDATE OF description, description_html ON iterations FOR EACH ROW WHEN ((holds_mail_key(new.description) OR holds_mail_key(new.description_html))) EXECUTE FUNCTION blank_mail_keys_in_row('description', 'description_html');

create table kept_days (
  namespace_id bigint not null,
  pair text not null,
  day date not null,
  median double precision not null,
  seconds double precision[] not null,
  weights integer[] not null,
  constraint kept_days_pkey PRIMARY KEY (namespace_id, pair, day),
  constraint kept_days_namespace_id_pair_fkey FOREIGN KEY (namespace_id, pair) REFERENCES kept_pairs(namespace_id, pair) ON DELETE CASCADE
);

create table kept_months (
  namespace_id bigint not null,
  pair text not null,
  month date not null,
  seconds double precision[] not null,
  weights integer[] not null,
  constraint kept_months_pkey PRIMARY KEY (namespace_id, pair, month),
  constraint kept_months_namespace_id_pair_fkey FOREIGN KEY (namespace_id, pair) REFERENCES kept_pairs(namespace_id, pair) ON DELETE CASCADE
);

create table kept_pairs (
  namespace_id bigint not null,
  pair text not null,
  constraint kept_pairs_pkey PRIMARY KEY (namespace_id, pair),
  constraint kept_pairs_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table label_priorities (
  project_id bigint not null,
  label_id bigint not null,
  priority integer not null,
  constraint label_priorities_pkey PRIMARY KEY (project_id, label_id),
  constraint label_priorities_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  constraint label_priorities_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX label_priorities_of_label ON label_priorities USING btree (label_id);

create table label_subscriptions (
  label_id bigint not null,
  user_id bigint not null,
  project_id bigint,
  constraint label_subscriptions_pkey PRIMARY KEY (label_id, user_id),
  constraint label_subscriptions_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  constraint label_subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint label_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX label_subscriptions_of_project ON label_subscriptions USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX label_subscriptions_of_user ON label_subscriptions USING btree (user_id);

create table labels (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  title text not null,
  description text not null default ''::text,
  color text not null default '#6699cc'::text,
  text_color text not null default '#FFFFFF'::text,
  archived boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  merging_into_id bigint,
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_namespace_id_title_key UNIQUE (namespace_id, title),
  constraint labels_merging_into_id_fkey FOREIGN KEY (merging_into_id) REFERENCES labels(id) ON DELETE SET NULL,
  constraint labels_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX labels_by_title ON labels USING btree (title);
CREATE INDEX labels_merging ON labels USING btree (merging_into_id) WHERE (merging_into_id IS NOT NULL);

create table ldap_group_links (
  id bigint not null generated always as identity,
  group_id bigint not null,
  provider text not null,
  cn text,
  filter text,
  group_access smallint not null,
  created_by_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint ldap_group_links_pkey PRIMARY KEY (id),
  constraint ldap_group_links_check CHECK (((cn IS NULL) <> (filter IS NULL))),
  constraint ldap_group_links_group_access_check CHECK ((group_access = ANY (ARRAY[10, 15, 20, 30, 40, 50]))),
  constraint ldap_group_links_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint ldap_group_links_group_id_fkey FOREIGN KEY (group_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX ldap_group_links_by_cn ON ldap_group_links USING btree (group_id, provider, lower(cn)) WHERE (cn IS NOT NULL);
CREATE UNIQUE INDEX ldap_group_links_by_filter ON ldap_group_links USING btree (group_id, provider, md5(filter)) WHERE (filter IS NOT NULL);
CREATE INDEX ldap_group_links_created_by ON ldap_group_links USING btree (created_by_id) WHERE (created_by_id IS NOT NULL);
CREATE INDEX ldap_group_links_of_group ON ldap_group_links USING btree (group_id, id);

create table ldap_syncs (
  group_id bigint not null,
  state text not null,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  problem text,
  constraint ldap_syncs_pkey PRIMARY KEY (group_id),
  constraint ldap_syncs_state_check CHECK ((state = ANY (ARRAY['started'::text, 'finished'::text, 'failed'::text]))),
  constraint ldap_syncs_group_id_fkey FOREIGN KEY (group_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table list_exports (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  user_id bigint not null,
  asked jsonb not null,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  list text not null,
  time_zone text,
  constraint list_exports_pkey PRIMARY KEY (id),
  constraint list_exports_list_check CHECK ((list = ANY (ARRAY['issue'::text, 'merge_request'::text, 'epic'::text, 'work_item'::text]))),
  constraint list_exports_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint list_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX list_exports_of_namespace ON list_exports USING btree (namespace_id);
CREATE INDEX list_exports_of_user ON list_exports USING btree (user_id, created_at DESC);

create table list_preferences (
  user_id bigint not null,
  issues_sort text,
  merge_requests_sort text,
  work_items_display_settings jsonb,
  constraint list_preferences_pkey PRIMARY KEY (user_id),
  constraint list_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table mail_files (
  mail_id bigint not null,
  part integer not null,
  name text not null,
  media_type text not null,
  body bytea not null,
  constraint mail_files_pkey PRIMARY KEY (mail_id, part),
  constraint mail_files_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE
);

create table mails (
  id bigint not null generated always as identity,
  user_id bigint,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  headers jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failure text,
  sender_name text,
  author_id bigint,
  secrets text[] not null default '{}'::text[],
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mails_by_time ON mails USING btree (id DESC);
CREATE INDEX mails_of_author ON mails USING btree (author_id, created_at) WHERE (author_id IS NOT NULL);
CREATE INDEX mails_of_user ON mails USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX mails_outside ON mails USING btree (recipient, created_at) WHERE (user_id IS NULL);

create table maintenance_components (
  window_id bigint not null,
  component_id bigint not null,
  constraint maintenance_components_pkey PRIMARY KEY (window_id, component_id),
  constraint maintenance_components_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_components(id) ON DELETE CASCADE,
  constraint maintenance_components_window_id_fkey FOREIGN KEY (window_id) REFERENCES maintenance_windows(id) ON DELETE CASCADE
);
CREATE INDEX maintenance_components_of_component ON maintenance_components USING btree (component_id);

create table maintenance_windows (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  title text not null,
  services text[] not null default '{}'::text[],
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  author_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  is_published boolean not null default false,
  told_stage smallint not null default 0,
  told_starts_at timestamp with time zone,
  told_ends_at timestamp with time zone,
  constraint maintenance_windows_pkey PRIMARY KEY (id),
  constraint maintenance_windows_check CHECK ((ends_at > starts_at)),
  constraint maintenance_windows_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255))),
  constraint maintenance_windows_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint maintenance_windows_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX maintenance_windows_of_author ON maintenance_windows USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX maintenance_windows_of_namespace ON maintenance_windows USING btree (namespace_id, ends_at);
CREATE INDEX maintenance_windows_to_tell ON maintenance_windows USING btree (starts_at) WHERE (is_published AND (told_stage < 3));

create table members (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  user_id bigint not null,
  access_level smallint not null,
  expires_at date,
  created_by_id bigint,
  created_at timestamp with time zone not null default now(),
  from_ldap boolean not null default false,
  constraint members_pkey PRIMARY KEY (id),
  constraint members_user_id_namespace_id_key UNIQUE (user_id, namespace_id),
  constraint members_access_level_check CHECK ((access_level = ANY (ARRAY[5, 10, 15, 20, 30, 40, 50]))),
  constraint members_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint members_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX members_created_by ON members USING btree (created_by_id) WHERE (created_by_id IS NOT NULL);
CREATE INDEX members_from_ldap ON members USING btree (namespace_id, user_id) WHERE from_ldap;
CREATE INDEX members_of_namespace ON members USING btree (namespace_id, user_id);
CREATE INDEX members_of_user_from_ldap ON members USING btree (user_id) WHERE from_ldap;

create view memberships as
SELECT m.id,
    m.namespace_id,
    m.user_id,
    m.access_level,
    m.expires_at,
    m.created_by_id,
    m.created_at,
    NULL::bigint AS group_id
   FROM members m
  WHERE ((m.expires_at IS NULL) OR (m.expires_at > CURRENT_DATE))
UNION ALL
 SELECT m.id,
    s.namespace_id,
    m.user_id,
    LEAST(m.access_level, s.group_access) AS access_level,
    LEAST(m.expires_at, s.expires_at) AS expires_at,
    s.created_by_id,
    s.created_at,
    s.group_id
   FROM ((namespace_shares s
     CROSS JOIN LATERAL ( SELECT g_1.ancestor_ids
           FROM namespaces g_1
          WHERE (g_1.id = s.group_id)
         OFFSET 0) g)
     JOIN members m ON ((m.namespace_id = ANY (g.ancestor_ids))))
  WHERE ((m.access_level > 5) AND ((m.expires_at IS NULL) OR (m.expires_at > CURRENT_DATE)) AND ((s.expires_at IS NULL) OR (s.expires_at > CURRENT_DATE)));

create table mentions (
  issuable_id bigint not null,
  note_id bigint,
  user_id bigint not null,
  constraint mentions_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint mentions_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE,
  constraint mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mentions_of_note ON mentions USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX mentions_of_user ON mentions USING btree (user_id);
CREATE UNIQUE INDEX mentions_once ON mentions USING btree (issuable_id, COALESCE(note_id, (0)::bigint), user_id);

create table merge_request_approvals (
  merge_request_id bigint not null,
  user_id bigint not null,
  namespace_id bigint not null,
  head_sha text,
  created_at timestamp with time zone not null default now(),
  constraint merge_request_approvals_pkey PRIMARY KEY (merge_request_id, user_id),
  constraint merge_request_approvals_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE,
  constraint merge_request_approvals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX merge_request_approvals_by_user ON merge_request_approvals USING btree (user_id);

create table merge_request_blocks (
  id bigint not null generated always as identity,
  blocking_id bigint not null,
  blocked_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint merge_request_blocks_pkey PRIMARY KEY (id),
  constraint merge_request_blocks_check CHECK ((blocking_id <> blocked_id)),
  constraint merge_request_blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES merge_requests(id) ON DELETE CASCADE,
  constraint merge_request_blocks_blocking_id_fkey FOREIGN KEY (blocking_id) REFERENCES merge_requests(id) ON DELETE CASCADE
);
CREATE INDEX merge_request_blocks_by_blocking ON merge_request_blocks USING btree (blocking_id);
CREATE UNIQUE INDEX merge_request_blocks_pair ON merge_request_blocks USING btree (blocked_id, blocking_id);

create table merge_request_closes_issues (
  merge_request_id bigint not null,
  issue_id bigint not null,
  namespace_id bigint not null,
  constraint merge_request_closes_issues_pkey PRIMARY KEY (merge_request_id, issue_id),
  constraint merge_request_closes_issues_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint merge_request_closes_issues_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE
);
CREATE INDEX merge_request_closes_issues_by_issue ON merge_request_closes_issues USING btree (issue_id);

create table merge_request_context_commits (
  merge_request_id bigint not null,
  sha text not null,
  id bigint not null generated always as identity,
  constraint merge_request_context_commits_pkey PRIMARY KEY (merge_request_id, sha),
  constraint merge_request_context_commits_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE
);

create table merge_request_reviewers (
  issuable_id bigint not null,
  user_id bigint not null,
  namespace_id bigint not null,
  state text not null default 'unreviewed'::text,
  created_at timestamp with time zone not null default now(),
  attention_requested boolean not null default false,
  constraint merge_request_reviewers_pkey PRIMARY KEY (issuable_id, user_id),
  constraint merge_request_reviewers_state_check CHECK ((state = ANY (ARRAY['unreviewed'::text, 'review_started'::text, 'reviewed'::text, 'requested_changes'::text, 'approved'::text, 'unapproved'::text]))),
  constraint merge_request_reviewers_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint merge_request_reviewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX merge_request_reviewers_by_user ON merge_request_reviewers USING btree (user_id);

create table merge_request_versions (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  merge_request_id bigint not null,
  number integer not null,
  base_sha text,
  start_sha text not null,
  head_sha text not null,
  commit_count integer not null,
  file_count integer not null,
  pushed_by_id bigint,
  created_at timestamp with time zone not null,
  patch_id text,
  constraint merge_request_versions_pkey PRIMARY KEY (id),
  constraint merge_request_versions_merge_request_id_number_key UNIQUE (merge_request_id, number),
  constraint merge_request_versions_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES merge_requests(id) ON DELETE CASCADE,
  constraint merge_request_versions_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint merge_request_versions_pushed_by_id_fkey FOREIGN KEY (pushed_by_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX merge_request_versions_by_namespace ON merge_request_versions USING btree (namespace_id);
CREATE INDEX merge_request_versions_by_pusher ON merge_request_versions USING btree (pushed_by_id);

create table merge_requests (
  id bigint not null,
  namespace_id bigint not null,
  source_project_id bigint,
  source_branch text not null,
  target_branch text not null,
  is_open boolean not null default true,
  draft boolean not null default false,
  head_sha text,
  merge_status text not null default 'unchecked'::text,
  checked_heads text[],
  squash boolean not null default false,
  remove_source_branch boolean not null default false,
  allow_collaboration boolean not null default false,
  merge_error text,
  merging jsonb,
  auto_merge jsonb,
  auto_merge_user_id bigint,
  merge_commit_sha text,
  squash_commit_sha text,
  merged_at timestamp with time zone,
  merged_by_id bigint,
  rebasing_since timestamp with time zone,
  merge_after timestamp with time zone,
  waits_until timestamp with time zone,
  retargeted boolean not null default false,
  rebase_commit_sha text,
  code_owners_blob text,
  divergence text,
  constraint merge_requests_pkey PRIMARY KEY (id),
  constraint merge_requests_divergence_check CHECK ((divergence = ANY (ARRAY['missing'::text, 'contained'::text, 'ahead'::text, 'diverged'::text]))),
  constraint merge_requests_merge_status_check CHECK ((merge_status = ANY (ARRAY['unchecked'::text, 'checking'::text, 'can_be_merged'::text, 'cannot_be_merged'::text]))),
  constraint merge_requests_auto_merge_user_id_fkey FOREIGN KEY (auto_merge_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint merge_requests_id_fkey FOREIGN KEY (id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint merge_requests_merged_by_id_fkey FOREIGN KEY (merged_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint merge_requests_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint merge_requests_source_project_id_fkey FOREIGN KEY (source_project_id) REFERENCES projects(id) ON DELETE SET NULL
);
CREATE INDEX merge_requests_by_auto_merge_user ON merge_requests USING btree (auto_merge_user_id) WHERE (auto_merge_user_id IS NOT NULL);
CREATE INDEX merge_requests_by_merger ON merge_requests USING btree (merged_by_id);
CREATE INDEX merge_requests_by_source ON merge_requests USING btree (source_project_id);
CREATE INDEX merge_requests_by_target ON merge_requests USING btree (namespace_id, target_branch);
CREATE INDEX merge_requests_merging ON merge_requests USING btree (id) WHERE (merging IS NOT NULL);
CREATE UNIQUE INDEX merge_requests_open ON merge_requests USING btree (source_project_id, source_branch, namespace_id, target_branch) WHERE is_open;
CREATE INDEX merge_requests_unchecked ON merge_requests USING btree (id) WHERE (is_open AND (merging IS NULL) AND (divergence IS NULL));
CREATE INDEX merge_requests_waiting ON merge_requests USING btree (waits_until) WHERE (waits_until IS NOT NULL);
CREATE TRIGGER merge_requests_counted AFTER INSERT OR DELETE OR UPDATE OF is_open ON merge_requests FOR EACH ROW EXECUTE FUNCTION count_merge_requests();

create table metric_images (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  upload_id bigint not null,
  url text,
  url_text text,
  created_at timestamp with time zone not null,
  constraint metric_images_pkey PRIMARY KEY (id),
  constraint metric_images_upload_id_key UNIQUE (upload_id),
  constraint metric_images_url_check CHECK ((length(url) <= 255)),
  constraint metric_images_url_text_check CHECK ((length(url_text) <= 128)),
  constraint metric_images_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint metric_images_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);
CREATE INDEX metric_images_of_issuable ON metric_images USING btree (issuable_id, id);
CREATE TRIGGER metric_images_drop_upload AFTER DELETE ON metric_images FOR EACH ROW EXECUTE FUNCTION drop_metric_image_upload();

create table milestones (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid bigint not null,
  title text not null,
  description text not null default ''::text,
  description_html text not null default ''::text,
  state text not null default 'active'::text,
  start_date date,
  due_date date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint milestones_pkey PRIMARY KEY (id),
  constraint milestones_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint milestones_namespace_id_title_key UNIQUE (namespace_id, title),
  constraint milestones_check CHECK (((start_date IS NULL) OR (due_date IS NULL) OR (start_date <= due_date))),
  constraint milestones_state_check CHECK ((state = ANY (ARRAY['active'::text, 'closed'::text]))),
  constraint milestones_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX milestones_by_title ON milestones USING btree (title);
CREATE TRIGGER epics_dated AFTER UPDATE OF start_date, due_date ON milestones FOR EACH ROW WHEN (((old.start_date IS DISTINCT FROM new.start_date) OR (old.due_date IS DISTINCT FROM new.due_date))) EXECUTE FUNCTION date_epics_of_milestone();
CREATE TRIGGER milestones_without_mail_keys BEFORE INSERT OR UPDATE OF description, description_html ON milestones FOR EACH ROW WHEN ((holds_mail_key(new.description) OR holds_mail_key(new.description_html))) EXECUTE FUNCTION blank_mail_keys_in_row('description', 'description_html');

create table moment_readings (
  namespace_id bigint not null,
  after_id bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint moment_readings_pkey PRIMARY KEY (namespace_id)
);

create table namespace_custom_attributes (
  namespace_id bigint not null,
  key text not null,
  value text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint namespace_custom_attributes_pkey PRIMARY KEY (namespace_id, key),
  constraint namespace_custom_attributes_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX namespace_custom_attributes_by_value ON namespace_custom_attributes USING btree (key, value);

create table namespace_shares (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  group_id bigint not null,
  group_access smallint not null,
  expires_at date,
  created_by_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint namespace_shares_pkey PRIMARY KEY (id),
  constraint namespace_shares_namespace_id_group_id_key UNIQUE (namespace_id, group_id),
  constraint namespace_shares_check CHECK ((namespace_id <> group_id)),
  constraint namespace_shares_group_access_check CHECK ((group_access = ANY (ARRAY[5, 10, 15, 20, 30, 40, 50]))),
  constraint namespace_shares_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint namespace_shares_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint namespace_shares_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX namespace_shares_of_creator ON namespace_shares USING btree (created_by_id) WHERE (created_by_id IS NOT NULL);
CREATE INDEX namespace_shares_of_group ON namespace_shares USING btree (group_id);

create table namespaces (
  id bigint not null generated always as identity,
  kind text not null,
  parent_id bigint,
  owner_id bigint,
  name text not null,
  path text not null,
  full_path text not null,
  full_name text not null,
  ancestor_ids bigint[] not null,
  visibility text not null default 'private'::text,
  description text not null default ''::text,
  description_html text not null default ''::text,
  avatar_upload_id bigint,
  archived boolean not null default false,
  emails_enabled boolean not null default true,
  creator_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  marked_for_deletion_on date,
  pending_deletion boolean not null default false,
  inactive boolean not null generated always as ((archived OR pending_deletion)) stored,
  former_ancestor_ids bigint[] not null default '{}'::bigint[],
  constraint namespaces_pkey PRIMARY KEY (id),
  constraint namespaces_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'group'::text, 'project'::text]))),
  constraint namespaces_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'internal'::text, 'public'::text]))),
  constraint namespaces_avatar_upload_id_fkey FOREIGN KEY (avatar_upload_id) REFERENCES uploads(id) ON DELETE SET NULL,
  constraint namespaces_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint namespaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint namespaces_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES namespaces(id)
);
CREATE INDEX namespaces_avatar ON namespaces USING btree (avatar_upload_id) WHERE (avatar_upload_id IS NOT NULL);
CREATE INDEX namespaces_children ON namespaces USING btree (parent_id, kind);
CREATE INDEX namespaces_creator ON namespaces USING btree (creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX namespaces_descendants ON namespaces USING gin (ancestor_ids);
CREATE UNIQUE INDEX namespaces_full_path ON namespaces USING btree (lower(full_path));
CREATE INDEX namespaces_marked_for_deletion ON namespaces USING btree (marked_for_deletion_on) WHERE (marked_for_deletion_on IS NOT NULL);
CREATE INDEX namespaces_of_owner ON namespaces USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX namespaces_of_user ON namespaces USING btree (owner_id) WHERE (kind = 'user'::text);
CREATE INDEX namespaces_search ON namespaces USING gin (search_text(((name || ' '::text) || full_path)) gin_trgm_ops);
CREATE TRIGGER namespaces_own_code AFTER UPDATE OF full_path ON namespaces FOR EACH ROW WHEN ((old.full_path IS DISTINCT FROM new.full_path)) EXECUTE FUNCTION namespace_owns_code();
CREATE TRIGGER namespaces_without_mail_keys BEFORE INSERT OR UPDATE OF description, description_html ON namespaces FOR EACH ROW WHEN ((holds_mail_key(new.description) OR holds_mail_key(new.description_html))) EXECUTE FUNCTION blank_mail_keys_in_row('description', 'description_html');

create table note_answers (
  author_id bigint not null,
  idempotency_key text not null,
  issuable_id bigint not null,
  outcome jsonb,
  created_at timestamp with time zone not null default now(),
  constraint note_answers_pkey PRIMARY KEY (author_id, idempotency_key),
  constraint note_answers_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint note_answers_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX note_answers_by_age ON note_answers USING btree (created_at);
CREATE INDEX note_answers_by_time ON note_answers USING btree (created_at);
CREATE INDEX note_answers_of_issuable ON note_answers USING btree (issuable_id);

create table note_positions (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  note_id bigint,
  draft_note_id bigint,
  position_type text not null,
  base_sha text not null,
  start_sha text not null,
  head_sha text not null,
  old_path text not null,
  new_path text not null,
  old_line integer,
  new_line integer,
  line_range jsonb,
  width double precision,
  height double precision,
  x double precision,
  y double precision,
  file_hash text,
  line_code text,
  excerpt jsonb,
  carried jsonb,
  commit_id text,
  constraint note_positions_pkey PRIMARY KEY (id),
  constraint note_positions_draft_note_id_key UNIQUE (draft_note_id),
  constraint note_positions_note_id_key UNIQUE (note_id),
  constraint note_positions_check CHECK ((num_nonnulls(note_id, draft_note_id) = 1)),
  constraint note_positions_type_check CHECK (
CASE position_type
    WHEN 'text'::text THEN ((num_nonnulls(old_line, new_line) > 0) AND (num_nonnulls(width, height, x, y) = 0))
    WHEN 'image'::text THEN ((num_nonnulls(width, height, x, y) = 4) AND (num_nonnulls(old_line, new_line, line_range) = 0))
    WHEN 'file'::text THEN (num_nonnulls(old_line, new_line, line_range, width, height, x, y) = 0)
    ELSE false
END),
  constraint note_positions_draft_note_id_fkey FOREIGN KEY (draft_note_id) REFERENCES draft_notes(id) ON DELETE CASCADE,
  constraint note_positions_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE
);
CREATE INDEX note_positions_commit_idx ON note_positions USING btree (namespace_id, commit_id) WHERE (commit_id IS NOT NULL);

create table notes (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  issuable_id bigint not null,
  discussion_id text not null,
  type text,
  author_id bigint not null,
  body text not null,
  body_html text not null default ''::text,
  markdown_version integer not null default 0,
  internal boolean not null default false,
  system boolean not null default false,
  system_action text,
  system_details jsonb,
  resolvable boolean not null default false,
  resolved_at timestamp with time zone,
  resolved_by_id bigint,
  last_edited_at timestamp with time zone,
  last_edited_by_id bigint,
  idempotency_key text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  reacted_at timestamp with time zone,
  resolved_by_push boolean not null default false,
  external_author text,
  external_is_unverified boolean not null default false,
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_type_check CHECK ((type = ANY (ARRAY['DiscussionNote'::text, 'DiffNote'::text]))),
  constraint notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint notes_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint notes_last_edited_by_id_fkey FOREIGN KEY (last_edited_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notes_resolved_by_id_fkey FOREIGN KEY (resolved_by_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX notes_before_contacts ON notes USING btree (id) WHERE ((markdown_version < 3) AND (body ~~ '%[contact:%'::text));
CREATE INDEX notes_by_arrival ON notes USING btree (issuable_id, id);
CREATE INDEX notes_changed ON notes USING btree (issuable_id, updated_at);
CREATE INDEX notes_edited_by ON notes USING btree (last_edited_by_id) WHERE (last_edited_by_id IS NOT NULL);
CREATE UNIQUE INDEX notes_idempotency ON notes USING btree (author_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX notes_of_author ON notes USING btree (author_id);
CREATE INDEX notes_of_discussion ON notes USING btree (discussion_id, created_at, id);
CREATE INDEX notes_of_issuable ON notes USING btree (issuable_id, created_at, id);
CREATE INDEX notes_of_writer ON notes USING btree (issuable_id, author_id) WHERE (NOT system);
CREATE INDEX notes_reacted ON notes USING btree (issuable_id, reacted_at) WHERE (reacted_at IS NOT NULL);
CREATE INDEX notes_resolved_by ON notes USING btree (resolved_by_id) WHERE (resolved_by_id IS NOT NULL);
CREATE INDEX notes_search ON notes USING gin (search_text(body) gin_trgm_ops) WHERE (NOT system);
CREATE INDEX notes_search_letters ON notes USING gin (search_letters(search_text(body))) WHERE (NOT system);
CREATE TRIGGER notes_former_text AFTER UPDATE OF body ON notes FOR EACH ROW WHEN ((old.body IS DISTINCT FROM new.body)) EXECUTE FUNCTION keep_former_note_text();
CREATE TRIGGER notes_without_mail_keys BEFORE INSERT OR UPDATE OF body, body_html ON notes FOR EACH ROW WHEN ((holds_mail_key(new.body) OR holds_mail_key(new.body_html))) EXECUTE FUNCTION blank_mail_keys_in_row('body', 'body_html');

create table notices (
  id bigint not null generated always as identity,
  user_id bigint not null,
  issuable_id bigint not null,
  note_id bigint,
  author_id bigint,
  part text not null,
  reason text,
  lead text not null,
  created_at timestamp with time zone not null,
  told_at timestamp with time zone,
  described boolean not null default false,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_issuable_id_user_id_part_key UNIQUE (issuable_id, user_id, part),
  constraint notices_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notices_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint notices_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE,
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notices_of_author ON notices USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX notices_of_note ON notices USING btree (note_id);
CREATE INDEX notices_of_user ON notices USING btree (user_id);
CREATE INDEX notices_told ON notices USING btree (told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX notices_waiting ON notices USING btree (user_id, issuable_id) WHERE (told_at IS NULL);

create table notification_settings (
  user_id bigint not null,
  namespace_id bigint not null default 0,
  level text not null,
  events jsonb not null default '{}'::jsonb,
  own_activity boolean not null default false,
  releases_muted boolean not null default false,
  constraint notification_settings_pkey PRIMARY KEY (user_id, namespace_id),
  constraint notification_settings_level_check CHECK ((level = ANY (ARRAY['disabled'::text, 'participating'::text, 'watch'::text, 'global'::text, 'mention'::text, 'custom'::text]))),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table oncall_calendar_people (
  rotation_id bigint not null,
  name text not null,
  user_id bigint not null,
  constraint oncall_calendar_people_pkey PRIMARY KEY (rotation_id, name),
  constraint oncall_calendar_people_name_check CHECK (((length(name) >= 1) AND (length(name) <= 320))),
  constraint oncall_calendar_people_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES oncall_calendars(rotation_id) ON DELETE CASCADE,
  constraint oncall_calendar_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oncall_calendar_people_of_user ON oncall_calendar_people USING btree (user_id);

create table oncall_calendar_shifts (
  participant_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint oncall_calendar_shifts_pkey PRIMARY KEY (participant_id, starts_at),
  constraint oncall_calendar_shifts_check CHECK ((ends_at > starts_at)),
  constraint oncall_calendar_shifts_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES oncall_participants(id) ON DELETE CASCADE
);

create table oncall_calendars (
  rotation_id bigint not null,
  url text,
  content text not null,
  etag text,
  notices jsonb not null default '[]'::jsonb,
  notice_count integer not null default 0,
  read_at timestamp with time zone not null,
  computed_at timestamp with time zone not null,
  next_read_at timestamp with time zone not null,
  failure text,
  failing_since timestamp with time zone,
  is_failure_told boolean not null default false,
  constraint oncall_calendars_pkey PRIMARY KEY (rotation_id),
  constraint oncall_calendars_check CHECK (((failure IS NULL) = (failing_since IS NULL))),
  constraint oncall_calendars_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES oncall_rotations(id) ON DELETE CASCADE
);
CREATE INDEX oncall_calendars_due ON oncall_calendars USING btree (next_read_at);

create table oncall_overrides (
  id bigint not null generated always as identity,
  rotation_id bigint not null,
  user_id bigint not null,
  created_by_id bigint,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint oncall_overrides_pkey PRIMARY KEY (id),
  constraint oncall_overrides_check CHECK ((ends_at > starts_at)),
  constraint oncall_overrides_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint oncall_overrides_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES oncall_rotations(id) ON DELETE CASCADE,
  constraint oncall_overrides_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oncall_overrides_of_creator ON oncall_overrides USING btree (created_by_id) WHERE (created_by_id IS NOT NULL);
CREATE INDEX oncall_overrides_of_rotation ON oncall_overrides USING btree (rotation_id, ends_at);
CREATE INDEX oncall_overrides_of_user ON oncall_overrides USING btree (user_id);

create table oncall_participants (
  id bigint not null generated always as identity,
  rotation_id bigint not null,
  user_id bigint not null,
  position integer not null,
  color_palette text not null,
  color_weight text not null,
  constraint oncall_participants_pkey PRIMARY KEY (id),
  constraint oncall_participants_of_rotation UNIQUE (rotation_id, user_id),
  constraint oncall_participants_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES oncall_rotations(id) ON DELETE CASCADE,
  constraint oncall_participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oncall_participants_of_user ON oncall_participants USING btree (user_id);

create table oncall_rotations (
  id bigint not null generated always as identity,
  schedule_id bigint not null,
  name text not null,
  length integer not null,
  length_unit text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  active_from integer,
  active_to integer,
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}'::smallint[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint oncall_rotations_pkey PRIMARY KEY (id),
  constraint oncall_rotations_active_from_check CHECK (((active_from >= 0) AND (active_from <= 1439))),
  constraint oncall_rotations_check CHECK ((ends_at > starts_at)),
  constraint oncall_rotations_check1 CHECK ((((active_to >= 0) AND (active_to <= 1439)) AND (active_to <> active_from))),
  constraint oncall_rotations_check2 CHECK (((active_from IS NULL) = (active_to IS NULL))),
  constraint oncall_rotations_length_check CHECK ((length >= 1)),
  constraint oncall_rotations_length_unit_check CHECK ((length_unit = ANY (ARRAY['HOURS'::text, 'DAYS'::text, 'WEEKS'::text]))),
  constraint oncall_rotations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint oncall_rotations_weekdays_check CHECK ((((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)) AND (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]))),
  constraint oncall_rotations_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES oncall_schedules(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX oncall_rotations_by_name ON oncall_rotations USING btree (schedule_id, lower(name));

create table oncall_schedules (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid integer not null,
  name text not null,
  description text not null default ''::text,
  time_zone text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint oncall_schedules_pkey PRIMARY KEY (id),
  constraint oncall_schedules_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint oncall_schedules_description_check CHECK ((length(description) <= 1000)),
  constraint oncall_schedules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint oncall_schedules_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX oncall_schedules_by_name ON oncall_schedules USING btree (namespace_id, lower(name));

create table oncall_swaps (
  id bigint not null generated always as identity,
  rotation_id bigint not null,
  from_user_id bigint not null,
  to_user_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  return_starts_at timestamp with time zone,
  return_ends_at timestamp with time zone,
  message text not null,
  state text not null default 'pending'::text,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint oncall_swaps_pkey PRIMARY KEY (id),
  constraint oncall_swaps_check CHECK ((to_user_id <> from_user_id)),
  constraint oncall_swaps_check1 CHECK ((ends_at > starts_at)),
  constraint oncall_swaps_check2 CHECK ((return_ends_at > return_starts_at)),
  constraint oncall_swaps_check3 CHECK (((return_starts_at IS NULL) = (return_ends_at IS NULL))),
  constraint oncall_swaps_check4 CHECK (((state = 'pending'::text) = (answered_at IS NULL))),
  constraint oncall_swaps_message_check CHECK ((length(message) <= 1000)),
  constraint oncall_swaps_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint oncall_swaps_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint oncall_swaps_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES oncall_rotations(id) ON DELETE CASCADE,
  constraint oncall_swaps_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oncall_swaps_from ON oncall_swaps USING btree (from_user_id, id);
CREATE INDEX oncall_swaps_of_rotation ON oncall_swaps USING btree (rotation_id, id);
CREATE INDEX oncall_swaps_to ON oncall_swaps USING btree (to_user_id, id);
CREATE INDEX oncall_swaps_waiting ON oncall_swaps USING btree (to_user_id, ends_at) WHERE (state = 'pending'::text);

create table organizations (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  description text not null default ''::text,
  default_rate double precision,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_description_check CHECK ((length(description) <= 1024)),
  constraint organizations_name_check CHECK ((length(name) <= 255)),
  constraint organizations_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX organizations_by_name ON organizations USING btree (namespace_id, lower(name));
CREATE INDEX organizations_in_order ON organizations USING btree (namespace_id, active, name COLLATE "und-x-icu", id);

create table outside_consents (
  email text not null,
  root_id bigint not null,
  asked_by_id bigint,
  asked_at timestamp with time zone not null,
  agreed_at timestamp with time zone,
  constraint outside_consents_pkey PRIMARY KEY (email, root_id),
  constraint outside_consents_email_check CHECK ((length(email) <= 254)),
  constraint outside_consents_asked_by_id_fkey FOREIGN KEY (asked_by_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint outside_consents_root_id_fkey FOREIGN KEY (root_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX outside_consents_asked ON outside_consents USING btree (asked_by_id, asked_at);
CREATE INDEX outside_consents_root ON outside_consents USING btree (root_id);

create table page_deliveries (
  id bigint not null generated always as identity,
  user_id bigint not null,
  issuable_id bigint,
  part text not null,
  channel text not null,
  minutes integer not null,
  lead text not null,
  until_status text not null,
  is_held boolean not null default false,
  state text not null default 'pending'::text,
  next_attempt_at timestamp with time zone,
  attempts integer not null default 0,
  failure text not null default ''::text,
  ended_at timestamp with time zone,
  mail_id bigint,
  created_at timestamp with time zone not null,
  subscription_id bigint not null default 0,
  device text not null default ''::text,
  namespace_id bigint,
  constraint page_deliveries_pkey PRIMARY KEY (id),
  constraint page_deliveries_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text, 'webhook'::text, 'sms'::text, 'voice'::text]))),
  constraint page_deliveries_check CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint page_deliveries_minutes_check CHECK ((minutes >= 0)),
  constraint page_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'canceled'::text]))),
  constraint page_deliveries_until_status_check CHECK ((until_status = ANY (ARRAY['ACKNOWLEDGED'::text, 'RESOLVED'::text]))),
  constraint page_deliveries_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint page_deliveries_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  constraint page_deliveries_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint page_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX page_deliveries_by_time ON page_deliveries USING btree (created_at);
CREATE INDEX page_deliveries_due ON page_deliveries USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX page_deliveries_of_mail ON page_deliveries USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX page_deliveries_of_namespace ON page_deliveries USING btree (namespace_id, id) WHERE (namespace_id IS NOT NULL);
CREATE INDEX page_deliveries_of_user ON page_deliveries USING btree (user_id, created_at);
CREATE UNIQUE INDEX page_deliveries_once ON page_deliveries USING btree (issuable_id, user_id, part, channel, minutes, subscription_id) WHERE (issuable_id IS NOT NULL);

create table page_links (
  key_hash bytea not null,
  issuable_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  resolved_at timestamp with time zone,
  constraint page_links_pkey PRIMARY KEY (key_hash),
  constraint page_links_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint page_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX page_links_by_time ON page_links USING btree (created_at);
CREATE INDEX page_links_of_issuable ON page_links USING btree (issuable_id);
CREATE INDEX page_links_of_user ON page_links USING btree (user_id);

create table paging_phones (
  user_id bigint not null,
  number text,
  pending_number text,
  code_hash bytea,
  code_sent_at timestamp with time zone,
  code_tries integer not null default 0,
  constraint paging_phones_pkey PRIMARY KEY (user_id),
  constraint paging_phones_check CHECK (((number IS NOT NULL) OR (pending_number IS NOT NULL))),
  constraint paging_phones_check1 CHECK ((num_nulls(pending_number, code_hash, code_sent_at) = ANY (ARRAY[0, 3]))),
  constraint paging_phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table paging_settings (
  user_id bigint not null,
  high_steps jsonb,
  low_steps jsonb,
  quiet_days smallint[] not null default '{}'::smallint[],
  quiet_from integer not null default 1320,
  quiet_to integer not null default 420,
  time_zone text not null,
  webhook_url text,
  webhook_secret text,
  notice_hours integer default 24,
  constraint paging_settings_pkey PRIMARY KEY (user_id),
  constraint paging_settings_check CHECK ((((quiet_to >= 0) AND (quiet_to <= 1439)) AND (quiet_to <> quiet_from))),
  constraint paging_settings_notice_hours_check CHECK (((notice_hours >= 1) AND (notice_hours <= 168))),
  constraint paging_settings_quiet_days_check CHECK ((quiet_days <@ '{1,2,3,4,5,6,7}'::smallint[])),
  constraint paging_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint paging_settings_webhook CHECK (((webhook_url IS NULL) = (webhook_secret IS NULL))),
  constraint paging_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table password_resets (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_of_user ON password_resets USING btree (user_id);

create table paused_aggregations (
  namespace_id bigint not null,
  paused_at timestamp with time zone not null default now(),
  constraint paused_aggregations_pkey PRIMARY KEY (namespace_id),
  constraint paused_aggregations_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table pending_pages (
  issuable_id bigint not null,
  rule_id bigint not null,
  namespace_id bigint not null,
  due_at timestamp with time zone not null,
  round integer not null default 0,
  constraint pending_pages_pkey PRIMARY KEY (issuable_id, rule_id, round),
  constraint pending_pages_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint pending_pages_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint pending_pages_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES escalation_rules(id) ON DELETE CASCADE
);
CREATE INDEX pending_pages_by_time ON pending_pages USING btree (due_at);
CREATE INDEX pending_pages_of_namespace ON pending_pages USING btree (namespace_id);
CREATE INDEX pending_pages_of_rule ON pending_pages USING btree (rule_id);

create table pending_reminders (
  issuable_id bigint not null,
  user_id bigint not null,
  namespace_id bigint not null,
  due_at timestamp with time zone not null,
  constraint pending_reminders_pkey PRIMARY KEY (issuable_id),
  constraint pending_reminders_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint pending_reminders_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint pending_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pending_reminders_by_time ON pending_reminders USING btree (due_at);
CREATE INDEX pending_reminders_of_namespace ON pending_reminders USING btree (namespace_id);
CREATE INDEX pending_reminders_of_user ON pending_reminders USING btree (user_id);

create table personal_access_tokens (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  description text,
  token_hash bytea not null,
  scopes text[] not null,
  revoked boolean not null default false,
  impersonation boolean not null default false,
  last_used_at timestamp with time zone,
  last_used_ips text[] not null default '{}'::text[],
  expires_at date,
  previous_id bigint,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  namespace_id bigint,
  constraint personal_access_tokens_pkey PRIMARY KEY (id),
  constraint personal_access_tokens_token_hash_key UNIQUE (token_hash),
  constraint personal_access_tokens_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint personal_access_tokens_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES personal_access_tokens(id) ON DELETE SET NULL,
  constraint personal_access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX personal_access_tokens_of_namespace ON personal_access_tokens USING btree (namespace_id, id) WHERE (namespace_id IS NOT NULL);
CREATE INDEX personal_access_tokens_of_user ON personal_access_tokens USING btree (user_id);
CREATE INDEX personal_access_tokens_previous ON personal_access_tokens USING btree (previous_id) WHERE (previous_id IS NOT NULL);

create table phone_messages (
  id bigint not null generated always as identity,
  user_id bigint,
  number text not null,
  channel text not null,
  is_code boolean not null,
  created_at timestamp with time zone not null,
  constraint phone_messages_pkey PRIMARY KEY (id),
  constraint phone_messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'voice'::text]))),
  constraint phone_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX phone_messages_by_time ON phone_messages USING btree (created_at);
CREATE INDEX phone_messages_of_number ON phone_messages USING btree (number, created_at);
CREATE INDEX phone_messages_of_user ON phone_messages USING btree (user_id, created_at) WHERE (user_id IS NOT NULL);

create table phone_provider (
  single boolean not null default true,
  sms_url text not null,
  voice_url text not null,
  format text not null,
  sender text not null,
  username text not null,
  password text not null,
  signing_secret text not null,
  daily_limit integer not null,
  constraint phone_provider_pkey PRIMARY KEY (single),
  constraint phone_provider_daily_limit_check CHECK (((daily_limit >= 1) AND (daily_limit <= 100000))),
  constraint phone_provider_format_check CHECK ((format = ANY (ARRAY['form'::text, 'json'::text]))),
  constraint phone_provider_single_check CHECK (single),
  constraint phone_provider_sms_url_check CHECK ((length(sms_url) <= 2048)),
  constraint phone_provider_voice_url_check CHECK ((length(voice_url) <= 2048))
);

create table pipelines (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  iid integer not null,
  sha text not null,
  ref text not null,
  is_tag boolean not null default false,
  status text not null,
  user_id bigint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint pipelines_pkey PRIMARY KEY (id),
  constraint pipelines_namespace_id_iid_key UNIQUE (namespace_id, iid),
  constraint pipelines_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'success'::text, 'failed'::text, 'canceled'::text, 'skipped'::text]))),
  constraint pipelines_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint pipelines_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX pipelines_by_commit ON pipelines USING btree (namespace_id, sha, ref);
CREATE INDEX pipelines_by_user ON pipelines USING btree (user_id);
CREATE INDEX pipelines_newest ON pipelines USING btree (namespace_id, id DESC);

create table private_tokens (
  user_id bigint not null,
  mail_resets integer not null default 0,
  feed_resets integer not null default 0,
  constraint private_tokens_pkey PRIMARY KEY (user_id),
  constraint private_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table project_contributors (
  namespace_id bigint not null,
  user_id bigint not null,
  constraint project_contributors_pkey PRIMARY KEY (namespace_id, user_id),
  constraint project_contributors_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint project_contributors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX project_contributors_of_user ON project_contributors USING btree (user_id);

create table projects (
  id bigint not null,
  default_branch text not null default 'main'::text,
  last_pushed_at timestamp with time zone,
  repository_size_bytes bigint not null default 0,
  commit_count integer not null default 0,
  topics text[] not null default '{}'::text[],
  star_count integer not null default 0,
  forks_count integer not null default 0,
  open_issues_count integer not null default 0,
  last_activity_at timestamp with time zone not null default now(),
  issues_access_level text not null default 'enabled'::text,
  repository_access_level text not null default 'enabled'::text,
  merge_requests_access_level text not null default 'enabled'::text,
  request_access_enabled boolean not null default true,
  autoclose_referenced_issues boolean not null default true,
  merge_method text not null default 'merge'::text,
  squash_option text not null default 'default_off'::text,
  only_allow_merge_if_pipeline_succeeds boolean not null default false,
  only_allow_merge_if_all_discussions_are_resolved boolean not null default false,
  allow_merge_on_skipped_pipeline boolean,
  remove_source_branch_after_merge boolean not null default true,
  resolve_outdated_diff_discussions boolean not null default false,
  suggestion_commit_message text,
  merge_commit_template text,
  squash_commit_template text,
  issue_branch_template text,
  issues_template text,
  merge_requests_template text,
  closed_issues_count integer not null default 0,
  open_confidential_issues_count integer not null default 0,
  closed_confidential_issues_count integer not null default 0,
  single_assignee boolean not null default false,
  readme_path text,
  languages text[] not null default '{}'::text[],
  license_path text,
  license_key text,
  forked_from_id bigint,
  fork_network_id bigint,
  import_status text not null default 'none'::text,
  import_error text,
  open_merge_requests_count integer not null default 0,
  reset_approvals_on_push boolean not null default false,
  merge_requests_author_approval boolean not null default false,
  merge_requests_disable_committers_approval boolean not null default false,
  disable_overriding_approvers_per_merge_request boolean not null default false,
  attention_requests_enabled boolean not null default false,
  mr_default_target_self boolean not null default false,
  file_preview_url text,
  file_preview_paths text,
  status_page_enabled boolean not null default false,
  require_password_to_approve boolean not null default false,
  selective_code_owner_removals boolean not null default false,
  environments_access_level text not null default 'enabled'::text,
  releases_access_level text not null default 'enabled'::text,
  feature_flags_access_level text not null default 'enabled'::text,
  service_desk_enabled boolean not null default false,
  service_desk_key text,
  service_desk_custom_address text,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_environments_access_level_check CHECK ((environments_access_level = ANY (ARRAY['disabled'::text, 'private'::text, 'enabled'::text]))),
  constraint projects_feature_flags_access_level_check CHECK ((feature_flags_access_level = ANY (ARRAY['disabled'::text, 'private'::text, 'enabled'::text]))),
  constraint projects_import_status_check CHECK ((import_status = ANY (ARRAY['none'::text, 'scheduled'::text, 'started'::text, 'finished'::text, 'failed'::text]))),
  constraint projects_issues_access_level_check CHECK ((issues_access_level = ANY (ARRAY['disabled'::text, 'private'::text, 'enabled'::text]))),
  constraint projects_merge_method_check CHECK ((merge_method = ANY (ARRAY['merge'::text, 'rebase_merge'::text, 'ff'::text]))),
  constraint projects_merge_requests_access_level_check CHECK ((merge_requests_access_level = ANY (ARRAY['disabled'::text, 'private'::text, 'enabled'::text]))),
  constraint projects_releases_access_level_check CHECK ((releases_access_level = ANY (ARRAY['disabled'::text, 'private'::text, 'enabled'::text]))),
  constraint projects_repository_access_level_check CHECK ((repository_access_level = ANY (ARRAY['disabled'::text, 'private'::text, 'enabled'::text]))),
  constraint projects_service_desk_custom_address_check CHECK ((length(service_desk_custom_address) <= 254)),
  constraint projects_service_desk_key_check CHECK ((service_desk_key ~ '^[a-z0-9_]{1,50}$'::text)),
  constraint projects_squash_option_check CHECK ((squash_option = ANY (ARRAY['never'::text, 'always'::text, 'default_on'::text, 'default_off'::text]))),
  constraint projects_forked_from_id_fkey FOREIGN KEY (forked_from_id) REFERENCES namespaces(id) ON DELETE SET NULL,
  constraint projects_id_fkey FOREIGN KEY (id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX projects_by_activity ON projects USING btree (last_activity_at DESC, id DESC);
CREATE INDEX projects_by_network ON projects USING btree (fork_network_id) WHERE (fork_network_id IS NOT NULL);
CREATE INDEX projects_by_source ON projects USING btree (forked_from_id) WHERE (forked_from_id IS NOT NULL);
CREATE INDEX projects_of_topic ON projects USING gin (topics);
CREATE UNIQUE INDEX projects_service_desk_custom_address ON projects USING btree (lower(service_desk_custom_address));
CREATE INDEX projects_service_desk_key ON projects USING btree (service_desk_key) WHERE (service_desk_key IS NOT NULL);
CREATE TRIGGER projects_count_forks AFTER INSERT OR DELETE OR UPDATE OF forked_from_id ON projects FOR EACH ROW EXECUTE FUNCTION count_forks();

create table protected_environment_access (
  id bigint not null generated always as identity,
  protected_environment_id bigint not null,
  action text not null,
  access_level smallint,
  user_id bigint,
  group_id bigint,
  inherits boolean not null default false,
  required_approvals integer,
  constraint protected_environment_access_pkey PRIMARY KEY (id),
  constraint protected_environment_access_access_level_check CHECK ((access_level = ANY (ARRAY[30, 40, 60]))),
  constraint protected_environment_access_action_check CHECK ((action = ANY (ARRAY['deploy'::text, 'approve'::text]))),
  constraint protected_environment_access_approvals CHECK (((action = 'approve'::text) = (required_approvals IS NOT NULL))),
  constraint protected_environment_access_is_one CHECK ((num_nonnulls(access_level, user_id, group_id) = 1)),
  constraint protected_environment_access_required_approvals_check CHECK (((required_approvals >= 1) AND (required_approvals <= 5))),
  constraint protected_environment_access_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint protected_environment_access_protected_environment_id_fkey FOREIGN KEY (protected_environment_id) REFERENCES protected_environments(id) ON DELETE CASCADE,
  constraint protected_environment_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX protected_environment_access_by_environment ON protected_environment_access USING btree (protected_environment_id, id);
CREATE INDEX protected_environment_access_by_group ON protected_environment_access USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX protected_environment_access_by_user ON protected_environment_access USING btree (user_id) WHERE (user_id IS NOT NULL);

create table protected_environments (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  required_approvals integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint protected_environments_pkey PRIMARY KEY (id),
  constraint protected_environments_namespace_id_name_key UNIQUE (namespace_id, name),
  constraint protected_environments_required_approvals_check CHECK (((required_approvals >= 0) AND (required_approvals <= 5))),
  constraint protected_environments_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table protected_ref_access (
  id bigint not null generated always as identity,
  protected_ref_id bigint not null,
  action text not null,
  access_level smallint,
  user_id bigint,
  deploy_key_id bigint,
  constraint protected_ref_access_pkey PRIMARY KEY (id),
  constraint protected_ref_access_access_level_check CHECK ((access_level = ANY (ARRAY[0, 30, 40, 60]))),
  constraint protected_ref_access_action_check CHECK ((action = ANY (ARRAY['push'::text, 'merge'::text, 'unprotect'::text, 'create'::text]))),
  constraint protected_ref_access_is_one CHECK ((num_nonnulls(access_level, user_id, deploy_key_id) = 1)),
  constraint protected_ref_access_of_key CHECK (((deploy_key_id IS NULL) OR (action = ANY (ARRAY['push'::text, 'create'::text])))),
  constraint protected_ref_access_deploy_key_id_fkey FOREIGN KEY (deploy_key_id) REFERENCES deploy_keys(id) ON DELETE CASCADE,
  constraint protected_ref_access_protected_ref_id_fkey FOREIGN KEY (protected_ref_id) REFERENCES protected_refs(id) ON DELETE CASCADE,
  constraint protected_ref_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX protected_ref_access_by_deploy_key ON protected_ref_access USING btree (deploy_key_id) WHERE (deploy_key_id IS NOT NULL);
CREATE INDEX protected_ref_access_by_ref ON protected_ref_access USING btree (protected_ref_id, id);
CREATE INDEX protected_ref_access_by_user ON protected_ref_access USING btree (user_id) WHERE (user_id IS NOT NULL);

create table protected_refs (
  id bigint not null generated always as identity,
  project_id bigint not null,
  kind text not null,
  name text not null,
  allow_force_push boolean not null default false,
  created_at timestamp with time zone not null default now(),
  code_owner_approval_required boolean not null default false,
  constraint protected_refs_pkey PRIMARY KEY (id),
  constraint protected_refs_kind_check CHECK ((kind = ANY (ARRAY['branch'::text, 'tag'::text]))),
  constraint protected_refs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX protected_refs_by_name ON protected_refs USING btree (project_id, kind, name);

create table published_impacts (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  component_id bigint not null,
  impact text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint published_impacts_pkey PRIMARY KEY (id),
  constraint published_impacts_impact_check CHECK ((impact = ANY (ARRAY['operational'::text, 'degraded'::text, 'partial_outage'::text, 'major_outage'::text]))),
  constraint published_impacts_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_components(id) ON DELETE CASCADE,
  constraint published_impacts_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES published_incidents(issuable_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX published_impacts_now ON published_impacts USING btree (issuable_id, component_id) WHERE (ends_at IS NULL);
CREATE INDEX published_impacts_of_component ON published_impacts USING btree (component_id, ends_at);
CREATE INDEX published_impacts_of_incident ON published_impacts USING btree (issuable_id);

create table published_incidents (
  issuable_id bigint not null,
  title text not null,
  started_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint published_incidents_pkey PRIMARY KEY (issuable_id),
  constraint published_incidents_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint published_incidents_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);

create table published_updates (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  status text not null,
  message text not null,
  created_at timestamp with time zone not null,
  constraint published_updates_pkey PRIMARY KEY (id),
  constraint published_updates_status_check CHECK ((status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint published_updates_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES published_incidents(issuable_id) ON DELETE CASCADE
);
CREATE INDEX published_updates_of_incident ON published_updates USING btree (issuable_id, created_at, id);

create table push_subscriptions (
  id bigint not null generated always as identity,
  user_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 1000)),
  constraint push_subscriptions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions USING btree (user_id);

create table read_marks (
  user_id bigint not null,
  issuable_id bigint not null,
  namespace_id bigint not null,
  note_id bigint not null default 0,
  description_version_id bigint not null default 0,
  seen_at timestamp with time zone not null,
  constraint read_marks_pkey PRIMARY KEY (user_id, issuable_id),
  constraint read_marks_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint read_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX read_marks_of_issuable ON read_marks USING btree (issuable_id);

create table received_issue_mails (
  namespace_id bigint not null,
  user_id bigint not null,
  message_id text not null,
  received_at timestamp with time zone not null,
  constraint received_issue_mails_pkey PRIMARY KEY (namespace_id, user_id, message_id),
  constraint received_issue_mails_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint received_issue_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX received_issue_mails_by_time ON received_issue_mails USING btree (received_at);
CREATE INDEX received_issue_mails_by_user ON received_issue_mails USING btree (user_id);

create table received_mails (
  user_id bigint not null,
  issuable_id bigint not null,
  message_id text not null,
  received_at timestamp with time zone not null,
  constraint received_mails_pkey PRIMARY KEY (issuable_id, user_id, message_id),
  constraint received_mails_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint received_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX received_mails_by_time ON received_mails USING btree (received_at);
CREATE INDEX received_mails_of_user ON received_mails USING btree (user_id);

create table redirects (
  path text not null,
  namespace_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint redirects_pkey PRIMARY KEY (path),
  constraint redirects_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX redirects_of_namespace ON redirects USING btree (namespace_id);

create table release_evidences (
  id bigint not null generated always as identity,
  release_id bigint not null,
  summary text not null,
  sha256 text not null,
  collected_at timestamp with time zone not null default now(),
  constraint release_evidences_pkey PRIMARY KEY (id),
  constraint release_evidences_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE
);
CREATE INDEX evidences_of_release ON release_evidences USING btree (release_id, id);

create table release_links (
  id bigint not null generated always as identity,
  release_id bigint not null,
  name text not null,
  url text not null,
  filepath text,
  link_type text not null default 'other'::text,
  created_at timestamp with time zone not null default now(),
  constraint release_links_pkey PRIMARY KEY (id),
  constraint release_links_link_type_check CHECK ((link_type = ANY (ARRAY['other'::text, 'runbook'::text, 'image'::text, 'package'::text]))),
  constraint release_links_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX release_links_by_filepath ON release_links USING btree (release_id, filepath) WHERE (filepath IS NOT NULL);
CREATE UNIQUE INDEX release_links_by_name ON release_links USING btree (release_id, name);
CREATE UNIQUE INDEX release_links_by_url ON release_links USING btree (release_id, url);

create table release_milestones (
  release_id bigint not null,
  milestone_id bigint not null,
  constraint release_milestones_pkey PRIMARY KEY (release_id, milestone_id),
  constraint release_milestones_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestones(id) ON DELETE CASCADE,
  constraint release_milestones_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE
);
CREATE INDEX releases_of_milestone ON release_milestones USING btree (milestone_id);

create table releases (
  id bigint not null generated always as identity,
  project_id bigint not null,
  tag text not null,
  name text not null,
  description text not null default ''::text,
  description_html text not null default ''::text,
  author_id bigint,
  sha text not null,
  released_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint releases_pkey PRIMARY KEY (id),
  constraint releases_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint releases_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX releases_by_day ON releases USING btree (project_id, released_at DESC, id DESC);
CREATE INDEX releases_by_moment ON releases USING btree (released_at);
CREATE UNIQUE INDEX releases_by_tag ON releases USING btree (project_id, tag);
CREATE INDEX releases_of_author ON releases USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE TRIGGER releases_without_mail_keys BEFORE INSERT OR UPDATE OF description, description_html ON releases FOR EACH ROW WHEN ((holds_mail_key(new.description) OR holds_mail_key(new.description_html))) EXECUTE FUNCTION blank_mail_keys_in_row('description', 'description_html');

create table saved_views (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  owner_id bigint,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_list_check CHECK ((list = ANY (ARRAY['issue'::text, 'incident'::text, 'request'::text, 'epic'::text, 'merge_request'::text, 'todo'::text]))),
  constraint saved_views_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_names ON saved_views USING btree (namespace_id, list, COALESCE(owner_id, (0)::bigint), lower(name));
CREATE INDEX saved_views_of_owner ON saved_views USING btree (owner_id) WHERE (owner_id IS NOT NULL);

create table sbom_components (
  id bigint not null generated always as identity,
  document_id bigint not null,
  namespace_id bigint not null,
  package_type text not null,
  name text not null,
  version text not null,
  version_key text not null,
  purl text not null default ''::text,
  licenses text[] not null default '{}'::text[],
  vulnerabilities jsonb not null default '[]'::jsonb,
  severity_rank smallint not null default 0,
  constraint sbom_components_pkey PRIMARY KEY (id),
  constraint sbom_components_document_id_fkey FOREIGN KEY (document_id) REFERENCES sbom_documents(id) ON DELETE CASCADE,
  constraint sbom_components_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX sbom_components_by_name ON sbom_components USING btree (lower(name) COLLATE "C", version_key);
CREATE INDEX sbom_components_of_document ON sbom_components USING btree (document_id);
CREATE INDEX sbom_components_of_namespace ON sbom_components USING btree (namespace_id, lower(name) COLLATE "C", id);

create table sbom_documents (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  source text not null,
  sha text not null,
  ref text not null,
  tool text not null default ''::text,
  digest bytea not null,
  components_count integer not null,
  created_at timestamp with time zone not null,
  constraint sbom_documents_pkey PRIMARY KEY (id),
  constraint sbom_documents_namespace_id_source_key UNIQUE (namespace_id, source),
  constraint sbom_documents_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table schema_migrations (
  version integer not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table security_findings (
  id bigint not null generated always as identity,
  scan_id bigint not null,
  fingerprint bytea not null,
  severity text not null,
  title text not null,
  description text not null default ''::text,
  location jsonb not null default '{}'::jsonb,
  identifiers jsonb not null default '[]'::jsonb,
  constraint security_findings_pkey PRIMARY KEY (id),
  constraint security_findings_scan_id_fingerprint_key UNIQUE (scan_id, fingerprint),
  constraint security_findings_scan_id_fkey FOREIGN KEY (scan_id) REFERENCES security_scans(id) ON DELETE CASCADE
);

create table security_scans (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  scanner_id bigint not null,
  report_type text not null,
  category text not null default ''::text,
  sha text not null,
  ref text not null,
  digest bytea not null,
  scanner_version text not null default ''::text,
  findings_count integer not null,
  created_at timestamp with time zone not null,
  constraint security_scans_pkey PRIMARY KEY (id),
  constraint security_scans_namespace_id_sha_ref_scanner_id_report_type__key UNIQUE (namespace_id, sha, ref, scanner_id, report_type, category),
  constraint security_scans_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint security_scans_scanner_id_fkey FOREIGN KEY (scanner_id) REFERENCES vulnerability_scanners(id) ON DELETE CASCADE
);
CREATE INDEX security_scans_by_age ON security_scans USING btree (created_at);
CREATE INDEX security_scans_of_ref ON security_scans USING btree (namespace_id, ref, scanner_id, report_type, category, id);
CREATE INDEX security_scans_of_scanner ON security_scans USING btree (scanner_id);

create table sent_notifications (
  key text not null,
  user_id bigint not null,
  issuable_id bigint,
  note_id bigint,
  created_at timestamp with time zone not null default now(),
  project_id bigint,
  release_id bigint,
  constraint sent_notifications_pkey PRIMARY KEY (key),
  constraint sent_notifications_subject_check CHECK ((num_nonnulls(issuable_id, project_id) = 1)),
  constraint sent_notifications_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint sent_notifications_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL,
  constraint sent_notifications_project_id_fkey FOREIGN KEY (project_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint sent_notifications_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE SET NULL,
  constraint sent_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sent_notifications_by_time ON sent_notifications USING btree (user_id, created_at DESC);
CREATE INDEX sent_notifications_of_issuable ON sent_notifications USING btree (issuable_id);
CREATE INDEX sent_notifications_of_note ON sent_notifications USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX sent_notifications_of_project ON sent_notifications USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE UNIQUE INDEX sent_notifications_of_release ON sent_notifications USING btree (release_id, user_id) WHERE (release_id IS NOT NULL);

create table server_secrets (
  name text not null,
  value text not null,
  constraint server_secrets_pkey PRIMARY KEY (name)
);

create table service_desk_links (
  token_hash bytea not null,
  issuable_id bigint not null,
  email text not null,
  created_at timestamp with time zone not null,
  constraint service_desk_links_pkey PRIMARY KEY (token_hash),
  constraint service_desk_links_email_check CHECK ((length(email) <= 254)),
  constraint service_desk_links_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX service_desk_links_of_issuable ON service_desk_links USING btree (issuable_id);

create table service_desk_requests (
  issuable_id bigint not null,
  desk_id bigint,
  email text not null,
  name text not null default ''::text,
  message_id text,
  is_unverified boolean not null default false,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint service_desk_requests_pkey PRIMARY KEY (issuable_id),
  constraint service_desk_requests_email_check CHECK ((length(email) <= 254)),
  constraint service_desk_requests_name_check CHECK ((length(name) <= 255)),
  constraint service_desk_requests_desk_id_fkey FOREIGN KEY (desk_id) REFERENCES namespaces(id) ON DELETE SET NULL,
  constraint service_desk_requests_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE
);
CREATE INDEX service_desk_requests_by_message ON service_desk_requests USING btree (desk_id, message_id);

create table service_desks (
  project_id bigint not null,
  has_form boolean not null default false,
  sender_name text,
  thank_you text,
  new_note text,
  closing text,
  issue_template text,
  label_id bigint,
  first_answer_hours integer,
  ignored_mails bigint not null default 0,
  constraint service_desks_pkey PRIMARY KEY (project_id),
  constraint service_desks_first_answer_hours_check CHECK (((first_answer_hours >= 1) AND (first_answer_hours <= 8760))),
  constraint service_desks_sender_name_check CHECK ((length(sender_name) <= 255)),
  constraint service_desks_texts_check CHECK (((length(thank_you) <= 10000) AND (length(new_note) <= 10000) AND (length(closing) <= 10000) AND (length(issue_template) <= 100000))),
  constraint service_desks_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE SET NULL,
  constraint service_desks_project_id_fkey FOREIGN KEY (project_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX service_desks_of_label ON service_desks USING btree (label_id) WHERE (label_id IS NOT NULL);

create table sessions (
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  csrf_token text not null,
  remember boolean not null default false,
  ip text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id);

create table shift_notices (
  rotation_id bigint not null,
  user_id bigint not null,
  starts_at timestamp with time zone not null,
  constraint shift_notices_pkey PRIMARY KEY (rotation_id, user_id, starts_at),
  constraint shift_notices_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES oncall_rotations(id) ON DELETE CASCADE,
  constraint shift_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX shift_notices_by_time ON shift_notices USING btree (starts_at);
CREATE INDEX shift_notices_of_user ON shift_notices USING btree (user_id);

create table sign_in_tries (
  key text not null,
  count integer not null,
  began_at timestamp with time zone not null default now(),
  constraint sign_in_tries_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_tries_began_at ON sign_in_tries USING btree (began_at);

create table ssh_keys (
  id bigint not null generated always as identity,
  user_id bigint not null,
  title text not null,
  key text not null,
  type text not null,
  bits integer not null,
  fingerprint text not null,
  fingerprint_md5 text not null,
  usage_type text not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint ssh_keys_pkey PRIMARY KEY (id),
  constraint ssh_keys_usage_type_check CHECK ((usage_type = ANY (ARRAY['auth_and_signing'::text, 'auth'::text, 'signing'::text]))),
  constraint ssh_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ssh_keys_by_md5 ON ssh_keys USING btree (fingerprint_md5);
CREATE INDEX ssh_keys_by_user ON ssh_keys USING btree (user_id, id);
CREATE UNIQUE INDEX ssh_keys_fingerprint ON ssh_keys USING btree (fingerprint);

create table stale_days (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  day date,
  constraint stale_days_pkey PRIMARY KEY (id)
);
CREATE INDEX stale_days_of_namespace ON stale_days USING btree (namespace_id, day);

create table stars (
  project_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint stars_pkey PRIMARY KEY (project_id, user_id),
  constraint stars_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint stars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX stars_of_user ON stars USING btree (user_id);

create table status_components (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  description text not null default ''::text,
  heading text not null default ''::text,
  position integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint status_components_pkey PRIMARY KEY (id),
  constraint status_components_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint status_components_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX status_components_of_namespace ON status_components USING btree (namespace_id, "position", id);

create table status_hosts (
  namespace_id bigint not null,
  host text not null,
  constraint status_hosts_pkey PRIMARY KEY (namespace_id),
  constraint status_hosts_host_check CHECK (((host = lower(host)) AND ((length(host) >= 4) AND (length(host) <= 253)))),
  constraint status_hosts_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX status_hosts_by_host ON status_hosts USING btree (host);

create table status_mails (
  subscriber_id bigint not null,
  occasion text not null,
  created_at timestamp with time zone not null,
  constraint status_mails_pkey PRIMARY KEY (subscriber_id, occasion),
  constraint status_mails_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES status_subscribers(id) ON DELETE CASCADE
);
CREATE INDEX status_mails_by_time ON status_mails USING btree (created_at);

create table status_subscribers (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  email text not null,
  component_ids bigint[] not null default '{}'::bigint[],
  wanted_ids bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint status_subscribers_pkey PRIMARY KEY (id),
  constraint status_subscribers_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint status_subscribers_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX status_subscribers_by_email ON status_subscribers USING btree (namespace_id, lower(email));
CREATE INDEX status_subscribers_confirmed ON status_subscribers USING btree (namespace_id, id) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX status_subscribers_unconfirmed ON status_subscribers USING btree (created_at) WHERE (confirmed_at IS NULL);

create table subscriptions (
  issuable_id bigint not null,
  user_id bigint not null,
  subscribed boolean not null,
  constraint subscriptions_pkey PRIMARY KEY (issuable_id, user_id),
  constraint subscriptions_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX subscriptions_of_user ON subscriptions USING btree (user_id);

create table suggestions (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  note_id bigint not null,
  place integer not null,
  line integer not null,
  path text not null,
  from_line integer not null,
  to_line integer not null,
  lines_above integer not null,
  lines_below integer not null,
  from_content text not null,
  to_content text not null,
  applied boolean not null default false,
  commit_id text,
  applying jsonb,
  constraint suggestions_pkey PRIMARY KEY (id),
  constraint suggestions_note_id_place_key UNIQUE (note_id, place),
  constraint suggestions_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint suggestions_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE
);
CREATE INDEX suggestions_being_applied ON suggestions USING btree (id) WHERE (applying IS NOT NULL);
CREATE INDEX suggestions_by_namespace ON suggestions USING btree (namespace_id);

create table survey_answers (
  id bigint not null generated always as identity,
  user_id bigint not null,
  rating smallint not null,
  comment text,
  created_at timestamp with time zone not null,
  constraint survey_answers_pkey PRIMARY KEY (id),
  constraint survey_answers_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint survey_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX survey_answers_of_user ON survey_answers USING btree (user_id, created_at);

create table survey_dismissals (
  user_id bigint not null,
  dismissed_at timestamp with time zone not null,
  constraint survey_dismissals_pkey PRIMARY KEY (user_id),
  constraint survey_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table timebox_snapshots (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  issuable_id bigint not null,
  at timestamp with time zone not null,
  state text not null,
  weight integer,
  milestone_id bigint,
  iteration_id bigint,
  constraint timebox_snapshots_pkey PRIMARY KEY (id),
  constraint timebox_snapshots_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint timebox_snapshots_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE SET NULL,
  constraint timebox_snapshots_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestones(id) ON DELETE SET NULL
);
CREATE INDEX timebox_snapshots_of_issuable ON timebox_snapshots USING btree (issuable_id, at, id);
CREATE INDEX timebox_snapshots_of_iteration ON timebox_snapshots USING btree (iteration_id, issuable_id) WHERE (iteration_id IS NOT NULL);
CREATE INDEX timebox_snapshots_of_milestone ON timebox_snapshots USING btree (milestone_id, issuable_id) WHERE (milestone_id IS NOT NULL);

create table timeline_event_tag_links (
  event_id bigint not null,
  tag_id bigint not null,
  constraint timeline_event_tag_links_pkey PRIMARY KEY (event_id, tag_id),
  constraint timeline_event_tag_links_event_id_fkey FOREIGN KEY (event_id) REFERENCES timeline_events(id) ON DELETE CASCADE,
  constraint timeline_event_tag_links_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES timeline_event_tags(id) ON DELETE CASCADE
);
CREATE INDEX timeline_event_tag_links_of_tag ON timeline_event_tag_links USING btree (tag_id);

create table timeline_event_tags (
  id bigint not null generated always as identity,
  namespace_id bigint,
  name text not null,
  constraint timeline_event_tags_pkey PRIMARY KEY (id),
  constraint timeline_event_tags_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 255)) AND (name !~ ','::text))),
  constraint timeline_event_tags_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX timeline_event_tags_by_name ON timeline_event_tags USING btree (COALESCE(namespace_id, (0)::bigint), lower(name));
CREATE INDEX timeline_event_tags_of_namespace ON timeline_event_tags USING btree (namespace_id) WHERE (namespace_id IS NOT NULL);

create table timeline_events (
  id bigint not null generated always as identity,
  issuable_id bigint not null,
  namespace_id bigint not null,
  author_id bigint,
  updated_by_id bigint,
  note_id bigint,
  source_id bigint,
  occurred_at timestamp with time zone not null,
  action text not null,
  is_editable boolean not null,
  audience text not null default 'readers'::text,
  note text not null,
  note_html text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  page text,
  constraint timeline_events_pkey PRIMARY KEY (id),
  constraint timeline_events_audience_check CHECK ((audience = ANY (ARRAY['readers'::text, 'planners'::text, 'alerts'::text, 'environments'::text, 'feature_flags'::text, 'code'::text]))),
  constraint timeline_events_note_check CHECK (((length(note) >= 1) AND (length(note) <= 10000))),
  constraint timeline_events_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint timeline_events_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint timeline_events_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint timeline_events_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL,
  constraint timeline_events_source_id_fkey FOREIGN KEY (source_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint timeline_events_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX timeline_events_by_time ON timeline_events USING btree (issuable_id, occurred_at, id);
CREATE INDEX timeline_events_of_author ON timeline_events USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX timeline_events_of_editor ON timeline_events USING btree (updated_by_id) WHERE (updated_by_id IS NOT NULL);
CREATE INDEX timeline_events_of_namespace ON timeline_events USING btree (namespace_id);
CREATE UNIQUE INDEX timeline_events_of_note ON timeline_events USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE UNIQUE INDEX timeline_events_of_page ON timeline_events USING btree (issuable_id, page) WHERE (page IS NOT NULL);
CREATE INDEX timeline_events_of_source ON timeline_events USING btree (source_id) WHERE (source_id IS NOT NULL);

create table timelogs (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  issuable_id bigint not null,
  user_id bigint,
  seconds integer not null,
  summary text,
  spent_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  note_id bigint,
  constraint timelogs_pkey PRIMARY KEY (id),
  constraint timelogs_seconds_check CHECK ((seconds <> 0)),
  constraint timelogs_summary_check CHECK ((length(summary) <= 255)),
  constraint timelogs_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint timelogs_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL,
  constraint timelogs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX timelogs_of_issuable ON timelogs USING btree (issuable_id, spent_at);
CREATE INDEX timelogs_of_namespace ON timelogs USING btree (namespace_id, spent_at DESC, id DESC);
CREATE INDEX timelogs_of_note ON timelogs USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX timelogs_of_user ON timelogs USING btree (user_id, spent_at DESC, id DESC) WHERE (user_id IS NOT NULL);

create table todos (
  id bigint not null generated always as identity,
  user_id bigint not null,
  author_id bigint not null,
  namespace_id bigint not null,
  issuable_id bigint,
  note_id bigint,
  action text not null,
  state text not null default 'pending'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  snoozed_until timestamp with time zone,
  returned_at timestamp with time zone,
  constraint todos_pkey PRIMARY KEY (id),
  constraint todos_action_check CHECK ((action = ANY (ARRAY['assigned'::text, 'mentioned'::text, 'build_failed'::text, 'marked'::text, 'approval_required'::text, 'unmergeable'::text, 'directly_addressed'::text, 'merge_train_removed'::text, 'review_requested'::text, 'member_access_requested'::text, 'review_submitted'::text, 'attention_requested'::text]))),
  constraint todos_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text]))),
  constraint todos_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint todos_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint todos_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint todos_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL,
  constraint todos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX todos_asleep ON todos USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX todos_done ON todos USING btree (user_id, updated_at DESC, id DESC) WHERE (state = 'done'::text);
CREATE INDEX todos_of_author ON todos USING btree (author_id);
CREATE INDEX todos_of_issuable ON todos USING btree (issuable_id, user_id, state) WHERE (issuable_id IS NOT NULL);
CREATE INDEX todos_of_namespace ON todos USING btree (namespace_id);
CREATE INDEX todos_of_note ON todos USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX todos_of_user ON todos USING btree (user_id, state, id DESC);
CREATE INDEX todos_waiting ON todos USING btree (user_id, COALESCE(returned_at, created_at) DESC, id DESC) WHERE (state = 'pending'::text);

create table topics (
  id bigint not null generated always as identity,
  name text not null,
  title text not null,
  description text not null default ''::text,
  description_html text not null default ''::text,
  avatar_upload_id bigint,
  curated boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint topics_pkey PRIMARY KEY (id),
  constraint topics_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint topics_avatar_upload_id_fkey FOREIGN KEY (avatar_upload_id) REFERENCES uploads(id) ON DELETE SET NULL
);
CREATE INDEX topics_avatar ON topics USING btree (avatar_upload_id) WHERE (avatar_upload_id IS NOT NULL);
CREATE UNIQUE INDEX topics_by_name ON topics USING btree (lower(name));

create table tracked_errors (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  fingerprint text not null,
  name text not null,
  description text not null,
  actor text not null,
  platform text not null,
  level text not null,
  status text not null default 'unresolved'::text,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  first_release text,
  last_release text,
  resolved_at timestamp with time zone,
  events_count bigint not null,
  users_count integer not null default 0,
  issue_id bigint,
  grouped_by jsonb,
  constraint tracked_errors_pkey PRIMARY KEY (id),
  constraint tracked_errors_namespace_id_fingerprint_key UNIQUE (namespace_id, fingerprint),
  constraint tracked_errors_status_check CHECK ((status = ANY (ARRAY['unresolved'::text, 'resolved'::text, 'ignored'::text]))),
  constraint tracked_errors_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint tracked_errors_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX tracked_errors_by_first_seen ON tracked_errors USING btree (namespace_id, status, first_seen_at DESC, id DESC);
CREATE INDEX tracked_errors_by_frequency ON tracked_errors USING btree (namespace_id, status, events_count DESC, id DESC);
CREATE INDEX tracked_errors_by_last_seen ON tracked_errors USING btree (namespace_id, status, last_seen_at DESC, id DESC);
CREATE UNIQUE INDEX tracked_errors_of_issue ON tracked_errors USING btree (issue_id) WHERE (issue_id IS NOT NULL);
CREATE INDEX tracked_errors_stale ON tracked_errors USING btree (last_seen_at) WHERE (issue_id IS NULL);

create table unsent_texts (
  id bigint not null generated always as identity,
  user_id bigint not null,
  place text not null,
  device text not null,
  issuable_id bigint,
  note_id bigint,
  namespace_id bigint,
  milestone_id bigint,
  body text not null,
  base text,
  base_version integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  fields jsonb,
  about_title text,
  about_reference text,
  discarded_at timestamp with time zone,
  written_ms bigint not null default 0,
  is_forgotten boolean not null default false,
  constraint unsent_texts_pkey PRIMARY KEY (id),
  constraint unsent_texts_user_id_place_device_key UNIQUE (user_id, place, device),
  constraint unsent_texts_issuable_id_fkey FOREIGN KEY (issuable_id) REFERENCES issuables(id) ON DELETE SET NULL,
  constraint unsent_texts_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestones(id) ON DELETE SET NULL,
  constraint unsent_texts_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE SET NULL,
  constraint unsent_texts_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE SET NULL,
  constraint unsent_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX unsent_texts_by_age ON unsent_texts USING btree (updated_at);
CREATE INDEX unsent_texts_of_issuable ON unsent_texts USING btree (issuable_id) WHERE (issuable_id IS NOT NULL);
CREATE INDEX unsent_texts_of_milestone ON unsent_texts USING btree (milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX unsent_texts_of_namespace ON unsent_texts USING btree (namespace_id) WHERE (namespace_id IS NOT NULL);
CREATE INDEX unsent_texts_of_note ON unsent_texts USING btree (note_id) WHERE (note_id IS NOT NULL);

create table uploads (
  id bigint not null generated always as identity,
  namespace_id bigint,
  user_id bigint,
  purpose text not null,
  secret text not null,
  filename text not null,
  media_type text not null,
  size_bytes bigint not null,
  storage_key text not null,
  created_at timestamp with time zone not null default now(),
  width integer,
  height integer,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_purpose_check CHECK ((purpose = ANY (ARRAY['attachment'::text, 'avatar'::text, 'metric_image'::text]))),
  constraint uploads_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX uploads_by_secret ON uploads USING btree (secret, filename);
CREATE INDEX uploads_of_namespace ON uploads USING btree (namespace_id, id DESC);
CREATE INDEX uploads_of_user ON uploads USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX uploads_storage_key ON uploads USING btree (storage_key);

create table used_puzzles (
  id text not null,
  expires_at timestamp with time zone not null,
  constraint used_puzzles_pkey PRIMARY KEY (id)
);

create table user_callouts (
  user_id bigint not null,
  feature_name text not null,
  dismissed_at timestamp with time zone not null default now(),
  constraint user_callouts_pkey PRIMARY KEY (user_id, feature_name),
  constraint user_callouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_custom_attributes (
  user_id bigint not null,
  key text not null,
  value text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint user_custom_attributes_pkey PRIMARY KEY (user_id, key),
  constraint user_custom_attributes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_custom_attributes_by_value ON user_custom_attributes USING btree (key, value);

create table user_emails (
  id bigint not null generated always as identity,
  user_id bigint not null,
  email text not null,
  confirmed_at timestamp with time zone,
  token_hash bytea,
  token_expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint user_emails_pkey PRIMARY KEY (id),
  constraint user_emails_token_hash_key UNIQUE (token_hash),
  constraint user_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_emails_by_user ON user_emails USING btree (user_id, lower(email));
CREATE UNIQUE INDEX user_emails_confirmed ON user_emails USING btree (lower(email)) WHERE (confirmed_at IS NOT NULL);
CREATE TRIGGER user_emails_own_code AFTER INSERT OR DELETE OR UPDATE OF email, user_id, confirmed_at ON user_emails FOR EACH ROW EXECUTE FUNCTION email_owns_code();

create table user_identities (
  user_id bigint not null,
  provider text not null,
  extern_uid text not null,
  created_at timestamp with time zone not null default now(),
  constraint user_identities_pkey PRIMARY KEY (user_id, provider),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_identities_by_uid ON user_identities USING btree (provider, lower(extern_uid));

create table users (
  id bigint not null generated always as identity,
  username text not null,
  name text not null,
  email text not null,
  password_hash text,
  state text not null default 'active'::text,
  is_admin boolean not null default false,
  is_external boolean not null default false,
  is_bot boolean not null default false,
  private_profile boolean not null default false,
  can_create_group boolean not null default true,
  projects_limit integer not null default 100000,
  public_email text not null default ''::text,
  bio text not null default ''::text,
  location text not null default ''::text,
  job_title text not null default ''::text,
  pronouns text not null default ''::text,
  organization text not null default ''::text,
  website_url text not null default ''::text,
  avatar_upload_id bigint,
  status_emoji text,
  status_message text,
  status_availability text,
  status_clear_at timestamp with time zone,
  theme text not null default 'auto'::text,
  time_format text not null default 'system'::text,
  time_display text not null default 'relative'::text,
  first_day_of_week smallint,
  admin_note text,
  created_by_id bigint,
  confirmed_at timestamp with time zone,
  sign_in_count integer not null default 0,
  current_sign_in_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  current_sign_in_ip text,
  last_sign_in_ip text,
  last_activity_on date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  view_diffs_file_by_file boolean not null default false,
  show_whitespace_in_diffs boolean not null default true,
  pass_user_identities_to_ci_jwt boolean not null default false,
  issue_notes_filter smallint not null default 0,
  internal_kind text,
  is_staff boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_first_day_of_week_check CHECK ((first_day_of_week = ANY (ARRAY[0, 1, 6]))),
  constraint users_issue_notes_filter_check CHECK (((issue_notes_filter >= 0) AND (issue_notes_filter <= 2))),
  constraint users_state_check CHECK ((state = ANY (ARRAY['active'::text, 'blocked'::text, 'deactivated'::text, 'banned'::text, 'blocked_pending_approval'::text, 'ldap_blocked'::text]))),
  constraint users_status_availability_check CHECK ((status_availability = ANY (ARRAY['not_set'::text, 'busy'::text]))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['auto'::text, 'light'::text, 'dark'::text, 'light_high_contrast'::text, 'dark_high_contrast'::text]))),
  constraint users_time_display_check CHECK ((time_display = ANY (ARRAY['relative'::text, 'absolute'::text]))),
  constraint users_time_format_check CHECK ((time_format = ANY (ARRAY['system'::text, '12h'::text, '24h'::text]))),
  constraint users_avatar_upload_id_fkey FOREIGN KEY (avatar_upload_id) REFERENCES uploads(id) ON DELETE SET NULL,
  constraint users_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX users_avatar ON users USING btree (avatar_upload_id) WHERE (avatar_upload_id IS NOT NULL);
CREATE INDEX users_created_by ON users USING btree (created_by_id) WHERE (created_by_id IS NOT NULL);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE UNIQUE INDEX users_internal_kind ON users USING btree (internal_kind) WHERE (internal_kind IS NOT NULL);
CREATE INDEX users_pending_approval ON users USING btree (id) WHERE (state = 'blocked_pending_approval'::text);
CREATE INDEX users_search ON users USING gin (search_text(((username || ' '::text) || name)) gin_trgm_ops);
CREATE UNIQUE INDEX users_username ON users USING btree (lower(username));
CREATE TRIGGER users_email_set AFTER INSERT OR UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION primary_email_set();
CREATE TRIGGER users_own_code AFTER INSERT OR UPDATE OF username ON users FOR EACH ROW EXECUTE FUNCTION user_owns_code();

create table value_stream_stages (
  id bigint not null generated always as identity,
  value_stream_id bigint not null,
  position integer not null,
  name text not null,
  custom boolean not null,
  hidden boolean not null default false,
  start_event text not null,
  start_label_id bigint,
  end_event text not null,
  end_label_id bigint,
  constraint value_stream_stages_pkey PRIMARY KEY (id),
  constraint value_stream_stages_end_label_id_fkey FOREIGN KEY (end_label_id) REFERENCES labels(id) ON DELETE SET NULL,
  constraint value_stream_stages_start_label_id_fkey FOREIGN KEY (start_label_id) REFERENCES labels(id) ON DELETE SET NULL,
  constraint value_stream_stages_value_stream_id_fkey FOREIGN KEY (value_stream_id) REFERENCES value_streams(id) ON DELETE CASCADE
);
CREATE INDEX value_stream_stages_in_order ON value_stream_stages USING btree (value_stream_id, "position");
CREATE INDEX value_stream_stages_of_end_label ON value_stream_stages USING btree (end_label_id) WHERE (end_label_id IS NOT NULL);
CREATE INDEX value_stream_stages_of_start_label ON value_stream_stages USING btree (start_label_id) WHERE (start_label_id IS NOT NULL);

create table value_streams (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint value_streams_pkey PRIMARY KEY (id),
  constraint value_streams_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX value_streams_by_name ON value_streams USING btree (namespace_id, lower(name));

create table vulnerabilities (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  scanner_id bigint not null,
  report_type text not null,
  category text not null default ''::text,
  fingerprint bytea not null,
  title text not null,
  description text not null default ''::text,
  solution text not null default ''::text,
  severity text not null,
  severity_rank smallint not null generated always as (
CASE severity
    WHEN 'critical'::text THEN 6
    WHEN 'high'::text THEN 5
    WHEN 'medium'::text THEN 4
    WHEN 'low'::text THEN 3
    WHEN 'unknown'::text THEN 2
    ELSE 1
END) stored,
  state text not null default 'detected'::text,
  state_comment text not null default ''::text,
  dismissal_reason text,
  state_changed_at timestamp with time zone,
  state_changed_by_id bigint,
  resolved_on_default_branch boolean not null default false,
  location jsonb not null default '{}'::jsonb,
  identifiers jsonb not null default '[]'::jsonb,
  links jsonb not null default '[]'::jsonb,
  sha text not null default ''::text,
  author_id bigint,
  detected_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint vulnerabilities_pkey PRIMARY KEY (id),
  constraint vulnerabilities_namespace_id_scanner_id_report_type_categor_key UNIQUE (namespace_id, scanner_id, report_type, category, fingerprint),
  constraint vulnerabilities_dismissal_reason_check CHECK ((dismissal_reason = ANY (ARRAY['acceptable_risk'::text, 'false_positive'::text, 'mitigating_control'::text, 'used_in_tests'::text, 'not_applicable'::text]))),
  constraint vulnerabilities_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text, 'info'::text, 'unknown'::text]))),
  constraint vulnerabilities_state_check CHECK ((state = ANY (ARRAY['detected'::text, 'confirmed'::text, 'resolved'::text, 'dismissed'::text]))),
  constraint vulnerabilities_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255))),
  constraint vulnerabilities_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint vulnerabilities_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE,
  constraint vulnerabilities_scanner_id_fkey FOREIGN KEY (scanner_id) REFERENCES vulnerability_scanners(id) ON DELETE CASCADE,
  constraint vulnerabilities_state_changed_by_id_fkey FOREIGN KEY (state_changed_by_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX vulnerabilities_by_age ON vulnerabilities USING btree (namespace_id, detected_at DESC, id DESC);
CREATE INDEX vulnerabilities_by_severity ON vulnerabilities USING btree (namespace_id, severity_rank DESC, id DESC);
CREATE INDEX vulnerabilities_of_author ON vulnerabilities USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX vulnerabilities_of_changer ON vulnerabilities USING btree (state_changed_by_id) WHERE (state_changed_by_id IS NOT NULL);
CREATE INDEX vulnerabilities_of_scanner ON vulnerabilities USING btree (scanner_id);

create table vulnerability_changes (
  id bigint not null generated always as identity,
  vulnerability_id bigint not null,
  kind text not null,
  from_state text not null,
  to_state text not null,
  comment text not null default ''::text,
  dismissal_reason text,
  author_id bigint,
  created_at timestamp with time zone not null,
  constraint vulnerability_changes_pkey PRIMARY KEY (id),
  constraint vulnerability_changes_kind_check CHECK ((kind = ANY (ARRAY['state'::text, 'gone'::text, 'back'::text]))),
  constraint vulnerability_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint vulnerability_changes_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id) ON DELETE CASCADE
);
CREATE INDEX vulnerability_changes_of_author ON vulnerability_changes USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX vulnerability_changes_of_vulnerability ON vulnerability_changes USING btree (vulnerability_id, id);

create table vulnerability_issue_links (
  id bigint not null generated always as identity,
  vulnerability_id bigint not null,
  issue_id bigint not null,
  link_type text not null,
  created_at timestamp with time zone not null,
  constraint vulnerability_issue_links_pkey PRIMARY KEY (id),
  constraint vulnerability_issue_links_vulnerability_id_issue_id_key UNIQUE (vulnerability_id, issue_id),
  constraint vulnerability_issue_links_link_type_check CHECK ((link_type = ANY (ARRAY['related'::text, 'created'::text]))),
  constraint vulnerability_issue_links_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint vulnerability_issue_links_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX vulnerability_issue_links_created ON vulnerability_issue_links USING btree (vulnerability_id) WHERE (link_type = 'created'::text);
CREATE INDEX vulnerability_issue_links_of_issue ON vulnerability_issue_links USING btree (issue_id);

create table vulnerability_merge_request_links (
  id bigint not null generated always as identity,
  vulnerability_id bigint not null,
  merge_request_id bigint not null,
  created_at timestamp with time zone not null,
  constraint vulnerability_merge_request_links_pkey PRIMARY KEY (id),
  constraint vulnerability_merge_request_l_vulnerability_id_merge_reques_key UNIQUE (vulnerability_id, merge_request_id),
  constraint vulnerability_merge_request_links_merge_request_id_fkey FOREIGN KEY (merge_request_id) REFERENCES issuables(id) ON DELETE CASCADE,
  constraint vulnerability_merge_request_links_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id) ON DELETE CASCADE
);
CREATE INDEX vulnerability_merge_request_links_of_merge_request ON vulnerability_merge_request_links USING btree (merge_request_id);

create table vulnerability_scanners (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  external_id text not null,
  name text not null,
  vendor text not null default ''::text,
  constraint vulnerability_scanners_pkey PRIMARY KEY (id),
  constraint vulnerability_scanners_namespace_id_external_id_key UNIQUE (namespace_id, external_id),
  constraint vulnerability_scanners_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  constraint vulnerability_scanners_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);

create table webhook_deliveries (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  source text,
  trigger text not null,
  event_uuid uuid not null default gen_random_uuid(),
  idempotency_key uuid not null default gen_random_uuid(),
  event_header text not null,
  payload json not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  request_url text not null default ''::text,
  request_headers jsonb not null default '{}'::jsonb,
  response_status integer,
  response_headers jsonb not null default '{}'::jsonb,
  response_body text not null default ''::text,
  failure text,
  duration_ms integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_source_key UNIQUE (webhook_id, source),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_deliveries_due_of_hook ON webhook_deliveries USING btree (webhook_id, id) WHERE (next_attempt_at IS NOT NULL);

create table webhooks (
  id bigint not null generated always as identity,
  namespace_id bigint not null,
  creator_id bigint,
  url text not null,
  name text not null default ''::text,
  description text not null default ''::text,
  token text,
  signing_token text,
  events text[] not null,
  branch_filter text not null default ''::text,
  branch_filter_strategy text not null default 'wildcard'::text,
  enable_ssl_verification boolean not null default true,
  url_variables jsonb not null default '{}'::jsonb,
  custom_headers jsonb not null default '{}'::jsonb,
  recent_failures integer not null default 0,
  disabled_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  sending_until timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint webhooks_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id) ON DELETE CASCADE
);
CREATE INDEX webhooks_by_creator ON webhooks USING btree (creator_id);
CREATE INDEX webhooks_by_namespace ON webhooks USING btree (namespace_id, id);
