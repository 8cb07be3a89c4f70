-- How the iterations of a group follow each other.
create table iteration_cadences (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  title text not null,
  description text not null default '',
  -- Of the first iteration that is scheduled.
  start_date date,
  duration_in_weeks integer check (duration_in_weeks between 1 and 4),
  iterations_in_advance integer check (iterations_in_advance between 0 and 10),
  active boolean not null default true,
  automatic boolean not null default true,
  -- Open issues of an iteration that has ended go on to the current one.
  roll_over boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, title)
);

create table iterations (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  iid bigint not null,
  cadence_id bigint not null references iteration_cadences (id) on delete cascade,
  title text,
  description text not null default '',
  description_html text not null default '',
  start_date date not null,
  due_date date not null check (due_date >= start_date),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, iid),
  unique (cadence_id, start_date)
);
create index iterations_by_due_date on iterations (namespace_id, due_date);

alter table issuables add column iteration_id bigint references iterations (id) on delete set null;
create index issuables_by_iteration on issuables (iteration_id) where iteration_id is not null;
