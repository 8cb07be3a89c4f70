-- How a person wants to see diffs, and what tokens of pipelines may tell of them.
alter table users
  add column view_diffs_file_by_file boolean not null default false,
  add column show_whitespace_in_diffs boolean not null default true,
  add column pass_user_identities_to_ci_jwt boolean not null default false;
