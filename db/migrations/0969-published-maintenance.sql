-- Maintenance that the public status page of the project announces.
alter table maintenance_windows add column is_published boolean not null default false;
