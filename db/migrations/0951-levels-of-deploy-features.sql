-- Who can use the environments, releases and feature flags of a project. Constant defaults rewrite no row.
alter table projects
  add column environments_access_level text not null default 'enabled' check (environments_access_level in ('disabled', 'private', 'enabled')),
  add column releases_access_level text not null default 'enabled' check (releases_access_level in ('disabled', 'private', 'enabled')),
  add column feature_flags_access_level text not null default 'enabled' check (feature_flags_access_level in ('disabled', 'private', 'enabled'));
