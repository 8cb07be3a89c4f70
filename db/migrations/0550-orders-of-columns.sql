-- Orders of lists by the columns that they show: when issues were closed, their comments, estimate and time spent.
create index issuables_by_closed_at on issuables (namespace_id, series, state, coalesce(closed_at, timestamptz '1970-01-01 00:00:00Z') desc, id desc);
create index issuables_by_notes on issuables (namespace_id, series, state, notes_count desc, id desc);
create index issuables_by_time_estimate on issuables (namespace_id, series, state, time_estimate desc, id desc);
create index issuables_by_time_spent on issuables (namespace_id, series, state, time_spent desc, id desc);
