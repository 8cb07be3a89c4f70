-- Changes of a file that comments on lines of a diff propose.
create table suggestions (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references projects (id) on delete cascade,
  note_id bigint not null references notes (id) on delete cascade,
  -- Its place among those of the comment, from 0.
  place integer not null,
  -- The line of the thread when it was written; the thread may stand on another one by now, and the lines with it.
  line integer not null,
  path text not null,
  from_line integer not null,
  to_line integer not null,
  lines_above integer not null,
  lines_below integer not null,
  -- The lines as they were, with their line endings.
  from_content text not null,
  -- The lines as proposed; empty: they go.
  to_content text not null,
  applied boolean not null default false,
  commit_id text,
  -- While it is being applied: the commit that the branch is about to get.
  applying jsonb,
  unique (note_id, place)
);
create index suggestions_by_namespace on suggestions (namespace_id);
create index suggestions_being_applied on suggestions (id) where applying is not null;
