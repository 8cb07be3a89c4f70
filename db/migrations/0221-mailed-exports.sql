-- The file of an email, in parts, until it is sent.
create table mail_files (
  mail_id bigint not null references mails on delete cascade,
  part integer not null,
  name text not null,
  media_type text not null,
  body bytea not null,
  primary key (mail_id, part)
);

-- An export of issues that goes out by email.
create table issue_exports (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- The filter of the list.
  asked jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index issue_exports_of_user on issue_exports (user_id, created_at desc);
create index issue_exports_of_namespace on issue_exports (namespace_id);
