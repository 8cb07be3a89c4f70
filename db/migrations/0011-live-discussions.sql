-- When the reactions to a note last changed: pages that are open ask for what changed since they looked.
alter table notes add column reacted_at timestamptz;
create index notes_reacted on notes (issuable_id, reacted_at) where reacted_at is not null;

-- Notes that were deleted, so that pages that show them learn of it. Swept after a month.
create table deleted_notes (
  note_id bigint primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  internal boolean not null,
  deleted_at timestamptz not null default now()
);
create index deleted_notes_of_issuable on deleted_notes (issuable_id, deleted_at);
create index deleted_notes_by_age on deleted_notes (deleted_at);

-- What the commands of a text did, by the key of the client's making: sent twice they run once. Swept after a month.
create table note_answers (
  author_id bigint not null references users on delete cascade,
  idempotency_key text not null,
  issuable_id bigint not null references issuables on delete cascade,
  -- what was done and what was refused; null while it runs
  outcome jsonb,
  created_at timestamptz not null default now(),
  primary key (author_id, idempotency_key)
);
create index note_answers_of_issuable on note_answers (issuable_id);
create index note_answers_by_age on note_answers (created_at);
