-- A thread of a diff keeps the lines that it was written on, and where a push has carried it since.
alter table note_positions
  add column file_hash text,
  add column line_code text,
  -- At most 16 lines of the diff, the last one is that of the thread.
  add column excerpt jsonb,
  -- Where it stands at the newest version of the diff; null: as it was given.
  add column carried jsonb;

alter table notes add column resolved_by_push boolean not null default false;
