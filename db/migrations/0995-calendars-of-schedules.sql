-- Rotations whose shifts come from a calendar of another program, in place of turns.
create table oncall_calendars (
  rotation_id bigint primary key references oncall_rotations on delete cascade,
  -- The address that is read again; null: a file that was uploaded.
  url text,
  -- As it was last read: its events repeat, so that shifts are computed from it again as time passes.
  content text not null,
  etag text,
  -- Sentences about events that are no shifts, and how many there are.
  notices jsonb not null default '[]',
  notice_count integer not null default 0,
  read_at timestamptz not null,
  -- When its shifts were last computed.
  computed_at timestamptz not null,
  next_read_at timestamptz not null,
  -- The reason why the address could not be read, a sentence; null: it was read.
  failure text,
  failing_since timestamptz,
  -- The editors of the schedule were told of this failure.
  is_failure_told boolean not null default false,
  check ((failure is null) = (failing_since is null))
);
create index oncall_calendars_due on oncall_calendars (next_read_at);

-- The people whom a calendar names, as an editor of the schedule has assigned them.
create table oncall_calendar_people (
  rotation_id bigint not null references oncall_calendars on delete cascade,
  -- In lower case: an email address, a username or the title of an event.
  name text not null check (length(name) between 1 and 320),
  user_id bigint not null references users on delete cascade,
  primary key (rotation_id, name)
);
create index oncall_calendar_people_of_user on oncall_calendar_people (user_id);

create table oncall_calendar_shifts (
  participant_id bigint not null references oncall_participants on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (participant_id, starts_at)
);
