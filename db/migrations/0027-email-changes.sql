-- A new e-mail address waits here until the link that was mailed to it is opened.
create table email_changes (
  user_id bigint primary key references users (id) on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
