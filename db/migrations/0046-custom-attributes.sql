-- Words by which administrators mark people, and groups and projects, for their own tools. Nobody else sees them.
create table user_custom_attributes (
  user_id bigint not null references users on delete cascade,
  key text not null,
  value text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, key)
);
create index user_custom_attributes_by_value on user_custom_attributes (key, value);

create table namespace_custom_attributes (
  namespace_id bigint not null references namespaces on delete cascade,
  key text not null,
  value text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (namespace_id, key)
);
create index namespace_custom_attributes_by_value on namespace_custom_attributes (key, value);
