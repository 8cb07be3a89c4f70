-- Errors that applications report with the SDKs of Sentry. A project without a row has not set error tracking up.
create table error_settings (
  namespace_id bigint primary key references namespaces on delete cascade,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The key in the address that an application sends its errors to. It is public, and only lets one send.
create table error_client_keys (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  public_key text not null unique,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index error_client_keys_of_namespace on error_client_keys (namespace_id, id);

-- Events of the same exception, place and platform.
create table tracked_errors (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  fingerprint text not null,
  name text not null,
  description text not null,
  actor text not null,
  platform text not null,
  level text not null,
  status text not null default 'unresolved' check (status in ('unresolved', 'resolved', 'ignored')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  first_release text,
  last_release text,
  -- Events that occurred before do not reopen it.
  resolved_at timestamptz,
  events_count bigint not null,
  users_count integer not null default 0,
  issue_id bigint references issuables on delete set null,
  unique (namespace_id, fingerprint)
);
create index tracked_errors_by_last_seen on tracked_errors (namespace_id, status, last_seen_at desc, id desc);
create index tracked_errors_by_first_seen on tracked_errors (namespace_id, status, first_seen_at desc, id desc);
create index tracked_errors_by_frequency on tracked_errors (namespace_id, status, events_count desc, id desc);
create unique index tracked_errors_of_issue on tracked_errors (issue_id) where issue_id is not null;
create index tracked_errors_stale on tracked_errors (last_seen_at) where issue_id is null;

-- The newest events of each error; the counts of the error include those that are no longer here.
create table error_events (
  id bigint generated always as identity primary key,
  error_id bigint not null references tracked_errors on delete cascade,
  namespace_id bigint not null,
  -- Given by the client, which sends an event again when it got no answer.
  uuid uuid not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  payload jsonb not null,
  unique (namespace_id, uuid)
);
create index error_events_of_error on error_events (error_id, occurred_at desc, id desc);
create index error_events_old on error_events (occurred_at);

create table error_hours (
  error_id bigint not null references tracked_errors on delete cascade,
  namespace_id bigint not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (error_id, hour)
);
create index error_hours_old on error_hours (hour);

-- Whom an error has hit. Only hashes are stored.
create table error_users (
  error_id bigint not null references tracked_errors on delete cascade,
  namespace_id bigint not null,
  user_hash text not null,
  primary key (error_id, user_hash)
);

create function count_error_users() returns trigger language plpgsql as $$
begin
  update tracked_errors t set users_count = t.users_count + a.count
  from (select error_id, count(*) as count from added group by error_id) a where t.id = a.error_id;
  return null;
end $$;
create trigger count_error_users after insert on error_users
  referencing new table as added for each statement execute function count_error_users();
