-- Groups of the LDAP directory, or filters of its people, whose people are members of a group.
create table ldap_group_links (
  id bigint generated always as identity primary key,
  group_id bigint not null references namespaces on delete cascade,
  provider text not null,
  cn text,
  filter text,
  group_access smallint not null check (group_access in (10, 15, 20, 30, 40, 50)),
  created_by_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  check ((cn is null) <> (filter is null))
);
create unique index ldap_group_links_by_cn on ldap_group_links (group_id, provider, lower(cn)) where cn is not null;
create unique index ldap_group_links_by_filter on ldap_group_links (group_id, provider, md5(filter)) where filter is not null;
create index ldap_group_links_of_group on ldap_group_links (group_id, id);
create index ldap_group_links_created_by on ldap_group_links (created_by_id) where created_by_id is not null;

-- The last synchronization of the members of a group.
create table ldap_syncs (
  group_id bigint primary key references namespaces on delete cascade,
  state text not null check (state in ('started', 'finished', 'failed')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  -- The sentence of a failure.
  problem text
);

-- Members that the directory has made, and takes away again. A change by hand makes them ordinary ones.
alter table members add column from_ldap boolean not null default false;
create index members_from_ldap on members (namespace_id, user_id) where from_ldap;
create index members_of_user_from_ldap on members (user_id) where from_ldap;
