-- Named sets of constraints, which strategies of several flags share.
create table feature_flag_segments (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  iid integer not null,
  name text not null,
  description text,
  constraints jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (namespace_id, iid),
  constraint feature_flag_segments_name_key unique (namespace_id, name)
);

-- A segment in use is deleted only with its project.
create table feature_flag_strategy_segments (
  strategy_id bigint not null references feature_flag_strategies on delete cascade,
  segment_id bigint not null references feature_flag_segments on delete cascade,
  primary key (strategy_id, segment_id)
);
create index feature_flag_strategy_segments_of_segment on feature_flag_strategy_segments (segment_id);

-- Strategies in histories and requests have no segments yet.
create function pg_temp.with_segments(flag jsonb) returns jsonb language sql as $$
  select jsonb_set(flag, '{strategies}', coalesce((select jsonb_agg(s || '{"segmentIds": []}') from jsonb_array_elements(flag->'strategies') s), '[]'))
$$;
update feature_flag_changes set before = pg_temp.with_segments(before), after = pg_temp.with_segments(after);
update feature_flag_requests set before = pg_temp.with_segments(before), after = pg_temp.with_segments(after);
