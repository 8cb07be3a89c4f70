-- Who is on call in a project: schedules, their rotations with the participants in order, and overrides.
create table oncall_schedules (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  iid integer not null,
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 1000),
  time_zone text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (namespace_id, iid)
);
create unique index oncall_schedules_by_name on oncall_schedules (namespace_id, lower(name));

create table oncall_rotations (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references oncall_schedules on delete cascade,
  name text not null check (length(name) between 1 and 200),
  length integer not null check (length >= 1),
  length_unit text not null check (length_unit in ('HOURS', 'DAYS', 'WEEKS')),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  -- The part of the day, in minutes after midnight by the clock of the schedule. It may go past midnight.
  active_from integer check (active_from between 0 and 1439),
  active_to integer check (active_to between 0 and 1439 and active_to <> active_from),
  -- Days of the week on which somebody is on call, from 1 for Monday.
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}' check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((active_from is null) = (active_to is null))
);
create unique index oncall_rotations_by_name on oncall_rotations (schedule_id, lower(name));

create table oncall_participants (
  id bigint generated always as identity primary key,
  rotation_id bigint not null references oncall_rotations on delete cascade,
  user_id bigint not null references users on delete cascade,
  position integer not null,
  color_palette text not null,
  color_weight text not null,
  constraint oncall_participants_of_rotation unique (rotation_id, user_id)
);
create index oncall_participants_of_user on oncall_participants (user_id);

-- One person stands in for whoever the rotation names. Of two at the same time, the later one counts.
create table oncall_overrides (
  id bigint generated always as identity primary key,
  rotation_id bigint not null references oncall_rotations on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_by_id bigint references users on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null
);
create index oncall_overrides_of_rotation on oncall_overrides (rotation_id, ends_at);
create index oncall_overrides_of_user on oncall_overrides (user_id);
create index oncall_overrides_of_creator on oncall_overrides (created_by_id) where created_by_id is not null;
