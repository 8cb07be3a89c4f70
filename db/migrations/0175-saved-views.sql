-- The filters, order and columns of a list, under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  -- Whose view it is; null for one of everybody who sees the list.
  owner_id bigint references users on delete cascade,
  list text not null check (list in ('issue', 'epic', 'merge_request')),
  name text not null,
  -- As the address of the list has it: state=closed&labels[]=bug
  query text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_names on saved_views (namespace_id, list, coalesce(owner_id, 0), lower(name));
create index saved_views_of_owner on saved_views (owner_id) where owner_id is not null;
