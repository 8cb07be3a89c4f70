-- How often something was tried within a window that begins with the first try. One row a key, counted by an upsert, so that
-- tries at the same moment are counted one after the other.
create table sign_in_tries (
  key text primary key,
  count integer not null,
  began_at timestamptz not null default now()
);
create index sign_in_tries_began_at on sign_in_tries (began_at);
drop table sign_in_failures;
