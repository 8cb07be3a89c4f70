-- A search read the description of each alert of a project: a second and more for ten thousand long ones.
create function alert_words(texts text) returns tsvector language sql immutable parallel safe
  -- Signs are blanks, so that the parts of a host or a path are words. The parser takes the square of the length of a run without blanks.
  return to_tsvector('simple', regexp_replace(regexp_replace(texts, '[!-/:-@[-`{-~]+', ' ', 'g'), '(\S{200})', '\1 ', 'g'));

alter table alerts add column search tsvector not null default '';
update alerts a set search = alert_words(concat_ws(' ', i.title, a.description, a.monitoring_tool, a.service)) from issuables i where i.id = a.id;
create index alerts_search on alerts using gin (search);

-- The planner does not know that a row without the index costs the reading of all its words.
create function alerts_with_words(project bigint, words tsquery) returns setof bigint language sql stable
  set enable_seqscan = off
  set enable_indexscan = off
  as 'select id from alerts where namespace_id = project and search @@ words';

alter table alert_integrations add column minute_alerts integer not null default 0;
