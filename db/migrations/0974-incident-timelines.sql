-- Tags of timeline events. Those without a project are the same in every project.
create table timeline_event_tags (
  id bigint generated always as identity primary key,
  namespace_id bigint references namespaces on delete cascade,
  name text not null,
  constraint timeline_event_tags_name_check check (length(name) between 1 and 255 and name !~ ',')
);
create unique index timeline_event_tags_by_name on timeline_event_tags (coalesce(namespace_id, 0), lower(name));
create index timeline_event_tags_of_namespace on timeline_event_tags (namespace_id) where namespace_id is not null;
insert into timeline_event_tags (name)
values ('Start time'), ('End time'), ('Impact detected'), ('Response initiated'), ('Impact mitigated'), ('Cause identified');

-- The course of an incident: what people write down, and what wrote itself.
create table timeline_events (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references issuables on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  author_id bigint references users on delete set null,
  updated_by_id bigint references users on delete set null,
  -- Deleted with the note, the event stands by itself.
  note_id bigint references notes on delete set null,
  -- The item that an event of its own accord is about: only its readers see the event.
  source_id bigint references issuables on delete cascade,
  occurred_at timestamptz not null,
  -- The name of its icon.
  action text not null,
  -- An event of its own accord cannot be edited.
  is_editable boolean not null,
  -- The readers of the incident who see it.
  audience text not null default 'readers',
  note text not null,
  note_html text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint timeline_events_note_check check (length(note) between 1 and 10000),
  constraint timeline_events_audience_check check (audience in ('readers', 'planners', 'alerts', 'environments', 'feature_flags', 'code'))
);
create index timeline_events_by_time on timeline_events (issuable_id, occurred_at, id);
create index timeline_events_of_namespace on timeline_events (namespace_id);
create index timeline_events_of_author on timeline_events (author_id) where author_id is not null;
create index timeline_events_of_editor on timeline_events (updated_by_id) where updated_by_id is not null;
create unique index timeline_events_of_note on timeline_events (note_id) where note_id is not null;
create index timeline_events_of_source on timeline_events (source_id) where source_id is not null;

create table timeline_event_tag_links (
  event_id bigint not null references timeline_events on delete cascade,
  tag_id bigint not null references timeline_event_tags on delete cascade,
  primary key (event_id, tag_id)
);
create index timeline_event_tag_links_of_tag on timeline_event_tag_links (tag_id);
