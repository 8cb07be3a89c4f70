-- People of the organization that runs the site: a badge beside their comments. It gives no rights.
alter table users add column is_staff boolean not null default false;
