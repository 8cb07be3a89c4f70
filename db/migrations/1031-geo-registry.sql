-- The copies of repositories and files on each replica, as it reports them.
create table geo_registry (
  id bigint primary key generated always as identity,
  node_id bigint not null references geo_nodes on delete cascade,
  replicable text not null check (replicable in ('project_repositories', 'uploads')),
  -- Of the project or upload, which may be deleted: the replica then deletes its copy, and the primary this row.
  item_id bigint not null,
  -- The name of a file in the storage, which outlives the row of its upload.
  storage_key text,
  state text not null check (state in ('pending', 'started', 'synced', 'failed')),
  verification_state text not null check (verification_state in ('pending', 'verified', 'failed')),
  -- Reports about an earlier request leave the states as they are.
  request integer not null default 0,
  sync_error text,
  verification_error text,
  retry_count integer not null default 0,
  retry_at timestamptz,
  checksum text,
  primary_checksum text,
  -- The primary could not read the item itself.
  failed_on_primary boolean not null default false,
  synced_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (node_id, replicable, item_id)
);
create index geo_registry_by_state on geo_registry (node_id, replicable, state, id);
create index geo_registry_listed on geo_registry (replicable, id);
create index geo_registry_by_verification on geo_registry (node_id, replicable, verification_state, verified_at);
create index geo_registry_of_item on geo_registry (replicable, item_id);
