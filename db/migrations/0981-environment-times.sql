-- Environments that stop by themselves: so long after the last deployment, or at a moment of their own.
alter table environments
  -- `1 week`, `2 days 12 hours`: an interval, in the words it was given.
  add column auto_stop_in text,
  add column auto_stop_at timestamptz,
  -- `with_action`: only a program that can also take the place down stops it.
  add column auto_stop_setting text not null default 'always' check (auto_stop_setting in ('always', 'with_action')),
  -- A stopped review app that is deleted then, unless it is deployed to again.
  add column auto_delete_at timestamptz;
create index environments_to_stop on environments (auto_stop_at) where state = 'available' and auto_stop_setting = 'always';
create index environments_to_delete on environments (auto_delete_at) where auto_delete_at is not null;
