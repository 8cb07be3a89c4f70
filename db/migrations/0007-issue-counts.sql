-- So that PostgreSQL writes the function's body into the statement: to_char is stable, and only a function that claims no
-- more than its body is inlined.
alter function iso(timestamptz) stable;

-- Issues by state, as the tabs and the project show them; hidden ones count nowhere. Kept where the rows are, so that no
-- way of making, changing or losing a row can forget it.
alter table projects
  add column closed_issues_count integer not null default 0,
  add column open_confidential_issues_count integer not null default 0,
  add column closed_confidential_issues_count integer not null default 0;

create function count_issues(project bigint, state text, confidential boolean, hidden boolean, amount integer) returns void
  language sql
  begin atomic
    update projects set
      open_issues_count = open_issues_count + case when state = 'opened' then amount else 0 end,
      closed_issues_count = closed_issues_count + case when state = 'closed' then amount else 0 end,
      open_confidential_issues_count = open_confidential_issues_count + case when state = 'opened' and confidential then amount else 0 end,
      closed_confidential_issues_count = closed_confidential_issues_count + case when state = 'closed' and confidential then amount else 0 end
    where id = project and not hidden;
  end;

create function issues_inserted() returns trigger language plpgsql as $$
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
end $$;

create function issue_recounted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_issues(old.namespace_id, old.state, old.confidential, old.hidden, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_issues(new.namespace_id, new.state, new.confidential, new.hidden, 1);
  end if;
  return null;
end $$;

create trigger issuables_inserted after insert on issuables referencing new table as added
  for each statement execute function issues_inserted();
create trigger issuables_recounted after update of state, confidential, hidden, namespace_id on issuables
  for each row when (old.series = 'issue' and (old.state, old.confidential, old.hidden, old.namespace_id)
    is distinct from (new.state, new.confidential, new.hidden, new.namespace_id))
  execute function issue_recounted();
create trigger issuables_uncounted after delete on issuables
  for each row when (old.series = 'issue') execute function issue_recounted();

update projects p set
  open_issues_count = (select count(*) from issuables i where i.namespace_id = p.id and i.series = 'issue' and not i.hidden and i.state = 'opened'),
  closed_issues_count = (select count(*) from issuables i where i.namespace_id = p.id and i.series = 'issue' and not i.hidden and i.state = 'closed'),
  open_confidential_issues_count = (select count(*) from issuables i where i.namespace_id = p.id and i.series = 'issue' and not i.hidden and i.state = 'opened' and i.confidential),
  closed_confidential_issues_count = (select count(*) from issuables i where i.namespace_id = p.id and i.series = 'issue' and not i.hidden and i.state = 'closed' and i.confidential);

-- Orders from the greatest down, with what has none at the end.
create index issuables_by_due_date_down on issuables (namespace_id, series, state, due_date desc nulls last, id desc);
create index issuables_by_weight_down on issuables (namespace_id, series, state, weight desc nulls last, id desc);
create index issuables_by_title on issuables (namespace_id, series, state, title, id);
-- What one wrote or has in secret is added to what everybody sees.
create index issuables_confidential on issuables (namespace_id, author_id) where confidential;
