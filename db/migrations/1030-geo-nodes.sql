-- This site and its replicas on other machines.
create table geo_nodes (
  id bigint primary key generated always as identity,
  name text not null,
  url text not null,
  -- The URL for the other nodes; null where it is the same.
  internal_url text,
  is_primary boolean not null,
  enabled boolean not null,
  files_max_capacity integer not null,
  repos_max_capacity integer not null,
  verification_max_capacity integer not null,
  -- Kept for clients that set it: there is no container registry.
  container_repositories_max_capacity integer not null,
  -- In days.
  minimum_reverification_interval integer not null,
  sync_object_storage boolean not null,
  selective_sync_type text check (selective_sync_type in ('namespaces', 'shards')),
  selective_sync_shards text[] not null,
  -- With which a replica identifies itself to the primary.
  key_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index geo_nodes_name on geo_nodes (name);
create unique index geo_nodes_primary on geo_nodes (is_primary) where is_primary;
create unique index geo_nodes_key on geo_nodes (key_hash) where key_hash is not null;

-- The groups and personal namespaces that a node with selective synchronization copies.
create table geo_node_namespaces (
  node_id bigint not null references geo_nodes on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  primary key (node_id, namespace_id)
);
create index geo_node_namespaces_of_namespace on geo_node_namespaces (namespace_id);

-- The last report of a replica, and the last position of its standby that the primary saw.
create table geo_node_reports (
  node_id bigint primary key references geo_nodes on delete cascade,
  reported_at timestamptz,
  version text,
  -- The newest migration that its program knows.
  revision text,
  -- The state of its database: standby, paused, primary or away.
  database_state text check (database_state in ('standby', 'paused', 'primary', 'away')),
  cursor_event_id bigint,
  cursor_event_at timestamptz,
  -- In bytes since the beginning of the write-ahead log, as all positions.
  replayed_position bigint,
  streamed_at timestamptz
);

-- Positions of the write-ahead log with their time. A standby that has not replayed one of them is behind since that time.
create table geo_log_positions (
  position bigint primary key,
  taken_at timestamptz not null
);
create index geo_log_positions_by_time on geo_log_positions (taken_at);
