-- Where in a diff a discussion stands: on a line, on several lines, on a point of an image or on a whole file.
create table note_positions (
  id bigint generated always as identity primary key,
  namespace_id bigint not null,
  -- the first note of the discussion, or the draft that will begin it
  note_id bigint unique references notes on delete cascade,
  draft_note_id bigint unique references draft_notes on delete cascade,
  position_type text not null,
  base_sha text not null,
  start_sha text not null,
  head_sha text not null,
  old_path text not null,
  new_path text not null,
  old_line integer,
  new_line integer,
  -- start and end of several lines, as the API shows them
  line_range jsonb,
  -- in pixels of the image
  width double precision,
  height double precision,
  x double precision,
  y double precision,
  check (num_nonnulls(note_id, draft_note_id) = 1),
  constraint note_positions_type_check check (case position_type
    when 'text' then num_nonnulls(old_line, new_line) > 0 and num_nonnulls(width, height, x, y) = 0
    when 'image' then num_nonnulls(width, height, x, y) = 4 and num_nonnulls(old_line, new_line, line_range) = 0
    when 'file' then num_nonnulls(old_line, new_line, line_range, width, height, x, y) = 0
    else false end)
);
