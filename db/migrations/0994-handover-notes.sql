-- Notes of people on call for those who are on call next.
create table handover_notes (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references oncall_schedules on delete cascade,
  author_id bigint references users on delete set null,
  body text not null check (length(body) between 1 and 10000),
  body_html text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index handover_notes_of_schedule on handover_notes (schedule_id, id);
create index handover_notes_of_author on handover_notes (author_id) where author_id is not null;
