-- Where monitoring tools send their alerts: each integration of a project has an address with a token, of which the hash is kept.
create table alert_integrations (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  name text not null check (length(name) between 1 and 255),
  type text not null check (type in ('HTTP', 'PROMETHEUS')),
  is_active boolean not null,
  endpoint_identifier text not null unique,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index alert_integrations_of_namespace on alert_integrations (namespace_id, id);
