-- A group protects the environments of a tier, in each project below it: `name` is then the tier.
alter table protected_environments drop constraint protected_environments_namespace_id_fkey;
alter table protected_environments add constraint protected_environments_namespace_id_fkey
  foreign key (namespace_id) references namespaces (id) on delete cascade;
