-- What the stages of value streams took on each day, kept so that a long window costs some rows a day and not every item. A day is
-- counted anew where `stale_days` names it; see server/insights/value-streams/kept-days.ts.

-- The pairs of events that are kept for a project, written as start+label/end+label. A pair that is not here is counted from the moments.
create table kept_pairs (
  namespace_id bigint not null references namespaces (id) on delete cascade,
  pair text not null,
  primary key (namespace_id, pair)
);

-- How long the items took that left a stage on a day (UTC), and how many took so long. On a day of many items durations are rounded to
-- steps of four percent, so that those of many days add up to few. `median` is the exact one.
create table kept_days (
  namespace_id bigint not null,
  pair text not null,
  day date not null,
  median double precision not null,
  seconds double precision[] not null,
  weights integer[] not null,
  primary key (namespace_id, pair, day),
  foreign key (namespace_id, pair) references kept_pairs on delete cascade
);

-- The days of each month together, for windows that have all of them.
create table kept_months (
  namespace_id bigint not null,
  pair text not null,
  month date not null,
  seconds double precision[] not null,
  weights integer[] not null,
  primary key (namespace_id, pair, month),
  foreign key (namespace_id, pair) references kept_pairs on delete cascade
);

-- Days of a project whose moments changed since they were counted. Without a day: there may be pairs that are not kept yet. Rows are
-- only added and deleted, so that changes never wait for each other.
create table stale_days (
  id bigint generated always as identity primary key,
  namespace_id bigint not null,
  day date
);
create index stale_days_of_namespace on stale_days (namespace_id, day);

create function moments_changed() returns trigger language plpgsql as $$
begin
  insert into stale_days (namespace_id, day)
  select distinct m.namespace_id, (m.at at time zone 'UTC')::date from (
    select namespace_id, at from changed
    union all
    select namespace_id, at from issuable_moments where issuable_id in (select issuable_id from changed)) m;
  return null;
end $$;

create trigger moments_inserted after insert on issuable_moments referencing new table as changed
  for each statement execute function moments_changed();
create trigger moments_updated after update on issuable_moments referencing old table as changed
  for each statement execute function moments_changed();
create trigger moments_deleted after delete on issuable_moments referencing old table as changed
  for each statement execute function moments_changed();

create function issuable_hidden() returns trigger language plpgsql as $$
begin
  insert into stale_days (namespace_id, day)
  select distinct namespace_id, (at at time zone 'UTC')::date from issuable_moments where issuable_id = new.id;
  return null;
end $$;

create trigger issuables_hidden after update of hidden on issuables
  for each row when (old.hidden is distinct from new.hidden) execute function issuable_hidden();

insert into stale_days (namespace_id) select distinct namespace_id from issuable_moments;
