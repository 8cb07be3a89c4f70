-- Functions that statements of every slice use, and the one event log.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create function iso(moment timestamptz) returns text
  language sql immutable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- An event's order within its namespace; the row's lock makes the order gapless and the same as the commit order.
create table event_sequences (
  namespace_id bigint primary key,
  value bigint not null
);

create table events (
  id bigint generated always as identity primary key,
  namespace_id bigint not null default 0,
  sequence bigint not null,
  name text not null,
  actor_id bigint,
  payload jsonb not null,
  topics text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (namespace_id, sequence)
);
create index events_by_time on events (created_at);

create table instance_settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
