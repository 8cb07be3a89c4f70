create table users (
  id bigint generated always as identity primary key,
  username text not null,
  name text not null,
  email text not null,
  password_hash text,
  state text not null default 'active' check (state in ('active', 'blocked', 'deactivated', 'banned')),
  is_admin boolean not null default false,
  is_external boolean not null default false,
  is_bot boolean not null default false,
  private_profile boolean not null default false,
  can_create_group boolean not null default true,
  projects_limit integer not null default 100000,
  public_email text not null default '',
  bio text not null default '',
  location text not null default '',
  job_title text not null default '',
  pronouns text not null default '',
  organization text not null default '',
  website_url text not null default '',
  avatar_upload_id bigint,
  status_emoji text,
  status_message text,
  status_availability text check (status_availability in ('not_set', 'busy')),
  status_clear_at timestamptz,
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark', 'light_high_contrast', 'dark_high_contrast')),
  time_format text not null default 'system' check (time_format in ('system', '12h', '24h')),
  time_display text not null default 'relative' check (time_display in ('relative', 'absolute')),
  first_day_of_week smallint not null default 1 check (first_day_of_week in (0, 1, 6)),
  admin_note text,
  created_by_id bigint references users on delete set null,
  confirmed_at timestamptz,
  sign_in_count integer not null default 0,
  current_sign_in_at timestamptz,
  last_sign_in_at timestamptz,
  current_sign_in_ip text,
  last_sign_in_ip text,
  last_activity_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_search on users using gin ((lower(username || ' ' || name)) gin_trgm_ops);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  csrf_token text not null,
  remember boolean not null default false,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

create table personal_access_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  description text,
  token_hash bytea not null unique,
  scopes text[] not null,
  revoked boolean not null default false,
  impersonation boolean not null default false,
  last_used_at timestamptz,
  last_used_ips text[] not null default '{}',
  expires_at date,
  previous_id bigint references personal_access_tokens on delete set null,
  created_at timestamptz not null default now()
);
create index personal_access_tokens_of_user on personal_access_tokens (user_id);

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Failed sign-ins, counted by account and by address.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  login text not null,
  ip text not null,
  created_at timestamptz not null default now()
);
create index sign_in_failures_by_login on sign_in_failures (login, created_at);
create index sign_in_failures_by_ip on sign_in_failures (ip, created_at);

create table mails (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete cascade,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failure text
);
create index mails_by_time on mails (id desc);
