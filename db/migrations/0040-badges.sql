-- Small pictures with a link on the home of a project, of its own or of a group above it.
create table badges (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  name text,
  -- Both may hold placeholders such as %{project_path}.
  link_url text not null,
  image_url text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index badges_of_namespace on badges (namespace_id, id);
