-- What somebody wrote on an item and has not published: theirs alone until they do.
create table draft_notes (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  author_id bigint not null references users on delete cascade,
  -- what it answers; null for one that begins a discussion of its own
  discussion_id text,
  -- DiscussionNote: it begins a thread, or answers in one
  type text check (type in ('DiscussionNote', 'DiffNote')),
  body text not null,
  body_html text not null,
  markdown_version integer not null,
  -- whom it names and what its quick actions will do, as it was when it was written
  foreseen jsonb not null,
  internal boolean not null default false,
  -- how its thread is to stand when it is published; null: as it stands then
  resolve_discussion boolean,
  idempotency_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index draft_notes_of_author on draft_notes (author_id, issuable_id, id);
create index draft_notes_of_issuable on draft_notes (issuable_id);
create index draft_notes_of_namespace on draft_notes (namespace_id);
create unique index draft_notes_sent_once on draft_notes (author_id, idempotency_key) where idempotency_key is not null;
