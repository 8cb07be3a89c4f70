-- Of what the fingerprint of an error is made; null for errors whose fingerprint is of the exception, place and platform.
alter table tracked_errors add column grouped_by jsonb;

-- What the events of those errors had in common besides: their causes, as far as events are kept. An error goes on with the cause of its
-- latest event and gets its fingerprint when that occurs again; other causes that it holds become errors of their own, with its status.
create table former_error_groups (
  namespace_id bigint not null,
  fingerprint text not null,
  -- Of the calls of the application and the line that raised the error, or else of the message.
  trace text not null,
  error_id bigint not null references tracked_errors on delete cascade,
  is_latest boolean not null,
  primary key (namespace_id, fingerprint, trace)
);
create index former_error_groups_of_error on former_error_groups (error_id);

insert into former_error_groups (namespace_id, fingerprint, trace, error_id, is_latest)
select distinct on (e.namespace_id, t.fingerprint, m.trace) e.namespace_id, t.fingerprint, m.trace, e.error_id, e.nth = 1
from (
  select *, row_number() over (partition by error_id order by occurred_at desc, id desc) as nth from error_events
) e
join tracked_errors t on t.id = e.error_id
cross join lateral (
  select string_agg(coalesce(a.entry->>'function', '') || ' ' || regexp_replace(coalesce(a.entry->>'filename', ''), '^.*/', ''),
      e'\n' order by a.nth) as calls,
    (array_agg(a.entry order by a.nth desc))[1] as innermost
  from jsonb_array_elements(e.payload->'entries') with ordinality as a(entry, nth) where a.entry->'inApp' = 'true'
) own
cross join lateral (
  select case when own.calls is null then md5(t.description) else md5(own.calls || e'\n' || coalesce((
    select regexp_replace(c.line->>1, '^\s+|\s+$', '', 'g') from jsonb_array_elements(own.innermost->'context') as c(line)
    where c.line->0 = own.innermost->'lineNo' limit 1), '')) end as trace
) m
where own.calls is not null or e.nth = 1
order by e.namespace_id, t.fingerprint, m.trace, e.nth;
