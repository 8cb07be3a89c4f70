-- Whether rows that an earlier import has created are imported again, on purpose.
alter table issue_imports add column includes_imported boolean not null default false;
