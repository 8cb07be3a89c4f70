-- A project may hold its issues to one assignee each.
alter table projects add column single_assignee boolean not null default false;
