-- A group or project that was deleted waits some days, in which it can be restored. The day stands on its own row; it and everything
-- below it are pending. Inactive ones cannot be changed and are left out of ordinary lists.
alter table namespaces
  add column marked_for_deletion_on date,
  add column pending_deletion boolean not null default false,
  add column inactive boolean not null generated always as (archived or pending_deletion) stored;
create index namespaces_marked_for_deletion on namespaces (marked_for_deletion_on) where marked_for_deletion_on is not null;
