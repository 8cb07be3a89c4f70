-- Whoever approves a merge request of the project enters their password.
alter table projects add column require_password_to_approve boolean not null default false;
