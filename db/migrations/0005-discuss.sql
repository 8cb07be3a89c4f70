create table notes (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  -- 40 hex digits, shared by the notes of one thread
  discussion_id text not null,
  type text check (type in ('DiscussionNote', 'DiffNote')),
  author_id bigint not null references users,
  body text not null,
  body_html text not null default '',
  markdown_version integer not null default 0,
  internal boolean not null default false,
  system boolean not null default false,
  -- the kind of a system note: title, label, closed, ...
  system_action text,
  -- what the system note tells of, as far as its text does not
  system_details jsonb,
  resolvable boolean not null default false,
  resolved_at timestamptz,
  resolved_by_id bigint references users on delete set null,
  last_edited_at timestamptz,
  last_edited_by_id bigint references users on delete set null,
  -- a key of the client's making: the same note posted twice is stored once
  idempotency_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notes_of_issuable on notes (issuable_id, created_at, id);
create index notes_changed on notes (issuable_id, updated_at);
create index notes_of_discussion on notes (discussion_id, created_at, id);
create index notes_of_author on notes (author_id);
create unique index notes_idempotency on notes (author_id, idempotency_key) where idempotency_key is not null;

create table description_versions (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references issuables on delete cascade,
  note_id bigint references notes on delete set null,
  author_id bigint references users on delete set null,
  description text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index description_versions_of_issuable on description_versions (issuable_id, id);

create table award_emoji (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references issuables on delete cascade,
  -- null when the reaction is on the issuable itself
  note_id bigint references notes on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index award_emoji_once on award_emoji (issuable_id, coalesce(note_id, 0), user_id, name);
create index award_emoji_of_user on award_emoji (user_id, name);
create index award_emoji_of_note on award_emoji (note_id) where note_id is not null;

-- Explicit choices only; without a row the participants are subscribed.
create table subscriptions (
  issuable_id bigint not null references issuables on delete cascade,
  user_id bigint not null references users on delete cascade,
  subscribed boolean not null,
  primary key (issuable_id, user_id)
);
create index subscriptions_of_user on subscriptions (user_id);

-- Everyone mentioned in a description (note_id null) or a note.
create table mentions (
  issuable_id bigint not null references issuables on delete cascade,
  note_id bigint references notes on delete cascade,
  user_id bigint not null references users on delete cascade
);
create unique index mentions_once on mentions (issuable_id, coalesce(note_id, 0), user_id);
create index mentions_of_user on mentions (user_id);

-- Which issuable or note refers to which issuable: cross-reference notes are written once per source.
create table issuable_references (
  source_issuable_id bigint not null references issuables on delete cascade,
  source_note_id bigint references notes on delete cascade,
  target_issuable_id bigint not null references issuables on delete cascade,
  created_at timestamptz not null default now()
);
create unique index issuable_references_once on issuable_references (source_issuable_id, coalesce(source_note_id, 0), target_issuable_id);
create index issuable_references_to on issuable_references (target_issuable_id);
