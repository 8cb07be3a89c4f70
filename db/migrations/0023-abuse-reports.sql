-- What people tell administrators of others. A report outlives what it is about: the words, the name and the address are
-- kept as they were when it was made.
create table abuse_reports (
  id bigint generated always as identity primary key,
  reporter_id bigint references users on delete set null,
  -- Whom it is about.
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('note', 'issue', 'profile')),
  -- The id of the note, the issuable or the user.
  thing_id bigint not null,
  title text not null,
  reference text not null,
  -- From the root of the site.
  path text not null,
  excerpt text not null,
  category text not null check (category in ('spam', 'offensive', 'phishing', 'crypto', 'credentials', 'copyright', 'malware', 'other')),
  message text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  closed_by_id bigint references users on delete set null,
  check ((state = 'closed') = (closed_at is not null))
);
-- One open report of a person on a thing: who presses again changes it.
create unique index abuse_reports_open on abuse_reports (reporter_id, kind, thing_id) where state = 'open';
create index abuse_reports_of_state on abuse_reports (state, updated_at desc, id desc);
create index abuse_reports_of_user on abuse_reports (user_id) where state = 'open';
