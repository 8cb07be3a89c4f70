-- The day an error last happened to a user: after 90 days without it, the row is deleted as its events are.
alter table error_users add column seen_on date not null default current_date;
create index error_users_old on error_users (seen_on);
