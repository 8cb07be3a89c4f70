-- Moments in the life of issues and merge requests, from which the figures of value streams are computed: one for each event, and
-- for each label of an event that has labels (0: none). A job writes them after each change; see server/insights/value-streams/moments.ts.
create table issuable_moments (
  issuable_id bigint not null references issuables (id) on delete cascade,
  namespace_id bigint not null,
  event text not null,
  label_id bigint not null default 0,
  at timestamptz not null,
  primary key (issuable_id, event, label_id) include (at)
);
create index issuable_moments_by_time on issuable_moments (namespace_id, event, label_id, at) include (issuable_id);

-- Where the moments of existing items are still to be read, and how far that is: 0 stands for all of the site.
create table moment_readings (
  namespace_id bigint primary key,
  after_id bigint not null default 0,
  created_at timestamptz not null default now()
);
insert into moment_readings (namespace_id) select 0 where exists (select 1 from issuables);

-- Groups and projects whose figures are not kept up to date. Those below them are not either.
create table paused_aggregations (
  namespace_id bigint primary key references namespaces (id) on delete cascade,
  paused_at timestamptz not null default now()
);

create table value_streams (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index value_streams_by_name on value_streams (namespace_id, lower(name));

create table value_stream_stages (
  id bigint generated always as identity primary key,
  value_stream_id bigint not null references value_streams (id) on delete cascade,
  position integer not null,
  name text not null,
  custom boolean not null,
  hidden boolean not null default false,
  start_event text not null,
  start_label_id bigint references labels (id) on delete set null,
  end_event text not null,
  end_label_id bigint references labels (id) on delete set null
);
create index value_stream_stages_in_order on value_stream_stages (value_stream_id, position);
create index value_stream_stages_of_start_label on value_stream_stages (start_label_id) where start_label_id is not null;
create index value_stream_stages_of_end_label on value_stream_stages (end_label_id) where end_label_id is not null;
