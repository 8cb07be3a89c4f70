-- Imports of issues from a file or another tracker, by one person into one project.
create table issue_imports (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  source text not null check (source in ('csv', 'jira')),
  -- Name of the file, or address of the other tracker.
  name text not null,
  -- reading: its rows are being stored; ready: waits for the person who is to start it.
  state text not null check (state in ('reading', 'ready', 'running', 'finished', 'failed', 'cancelled')),
  total_count integer not null default 0,
  created_count integer not null default 0,
  faulty_count integer not null default 0,
  -- Columns of the file that are not imported, and labels that do not exist yet.
  ignored_columns text[] not null default '{}',
  new_labels text[] not null default '{}',
  -- Why it failed.
  reason text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index issue_imports_by_user on issue_imports (user_id, namespace_id, id);
create index issue_imports_by_namespace on issue_imports (namespace_id);

create table issue_import_rows (
  import_id bigint not null references issue_imports (id) on delete cascade,
  number integer not null,
  -- Line of the file on which the row begins.
  line integer not null,
  -- The issue as it was read; only its title once it has an outcome.
  content jsonb not null,
  -- Sentences; empty when nothing is wrong.
  problems text[] not null default '{}',
  -- Set in the transaction that creates the issue; null while the row waits.
  outcome text check (outcome in ('created', 'faulty')),
  issue_id bigint references issuables (id) on delete set null,
  primary key (import_id, number)
);
create index issue_import_rows_waiting on issue_import_rows (import_id, number) where outcome is null;
create index issue_import_rows_with_problems on issue_import_rows (import_id, number) where problems <> '{}';
create index issue_import_rows_by_issue on issue_import_rows (issue_id) where issue_id is not null;
