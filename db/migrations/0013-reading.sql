-- What a person has seen of an issuable; what came later is news. It moves forward only.
create table read_marks (
  user_id bigint not null references users on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  namespace_id bigint not null,
  -- every note up to this one was seen
  note_id bigint not null default 0,
  -- the description as it was then; 0 before its first change
  description_version_id bigint not null default 0,
  seen_at timestamptz not null,
  primary key (user_id, issuable_id)
);
create index read_marks_of_issuable on read_marks (issuable_id);
-- News are counted by id: the order in which notes arrived.
create index notes_by_arrival on notes (issuable_id, id);
create index description_versions_of_note on description_versions (note_id) where note_id is not null;

-- 0 everything, 1 comments only, 2 history only
alter table users add column issue_notes_filter smallint not null default 0 check (issue_notes_filter between 0 and 2);
