-- An index of the words of alerts: to read the descriptions of ten thousand alerts for a search takes more than a second.
create function alert_words(texts text) returns tsvector language sql immutable parallel safe
  -- Punctuation becomes blanks, so that the parts of a host or a path are words. Long runs are cut: the time that the parser takes for one
  -- grows with the square of its length.
  return to_tsvector('simple', regexp_replace(regexp_replace(texts, '[!-/:-@[-`{-~]+', ' ', 'g'), '(\S{200})', '\1 ', 'g'));

alter table alerts add column search tsvector not null default '';
update alerts a set search = alert_words(concat_ws(' ', i.title, a.description, a.monitoring_tool, a.service)) from issuables i where i.id = a.id;
create index alerts_search on alerts using gin (search);

-- Always by the index: the planner underestimates how long it takes to read all words of a row.
create function alerts_with_words(project bigint, words tsquery) returns setof bigint language sql stable
  set enable_seqscan = off
  set enable_indexscan = off
  as 'select id from alerts where namespace_id = project and search @@ words';

alter table alert_integrations add column minute_alerts integer not null default 0;
