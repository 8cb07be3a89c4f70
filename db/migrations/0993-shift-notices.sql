-- Hours before a shift at which its person is mailed; null: never.
alter table paging_settings add column notice_hours integer default 24 check (notice_hours between 1 and 168);

-- Shifts about which their people have been mailed before they begin.
create table shift_notices (
  rotation_id bigint not null references oncall_rotations on delete cascade,
  user_id bigint not null references users on delete cascade,
  starts_at timestamptz not null,
  primary key (rotation_id, user_id, starts_at)
);
create index shift_notices_of_user on shift_notices (user_id);
create index shift_notices_by_time on shift_notices (starts_at);
