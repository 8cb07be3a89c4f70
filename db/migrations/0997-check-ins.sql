-- Jobs that tell that they ran, by calling an address. An alert is created if they do not.
create table check_ins (
  id bigint primary key generated always as identity,
  namespace_id bigint not null references namespaces on delete cascade,
  name text not null check (length(name) between 1 and 255),
  service text not null default '',
  severity text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNKNOWN')),
  every_minutes integer check (every_minutes > 0),
  cron text,
  time_zone text not null,
  grace_minutes integer not null check (grace_minutes >= 0),
  is_paused boolean not null default false,
  -- How often its address was replaced: the key in the address is signed with it.
  resets integer not null default 0,
  last_at timestamptz,
  -- The latest calls, newest first.
  recent_at timestamptz[] not null default '{}',
  -- When it is missing without a further call; null before the first call, while it is missing, and while it is paused.
  due_at timestamptz,
  missing_since timestamptz,
  minute_began_at timestamptz not null default '-infinity',
  minute_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((every_minutes is null) <> (cron is null))
);
create index check_ins_of_namespace on check_ins (namespace_id, name, id);
create index check_ins_due on check_ins (due_at) where due_at is not null;

-- When check-ins were last looked at: while no server runs, none can be called.
create table check_in_watch (
  is_only boolean primary key default true check (is_only),
  ran_at timestamptz not null
);
