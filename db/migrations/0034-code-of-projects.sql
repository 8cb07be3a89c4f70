-- Settings and measures of a project's code. Git LFS is not stored here, so nothing can switch it on.
alter table projects
  add column allow_force_push boolean not null default false,
  add column readme_path text,
  add column languages text[] not null default '{}',
  drop column lfs_enabled;
alter table groups
  add column default_branch_protection smallint check (default_branch_protection in (0, 1)),
  drop column lfs_enabled;
