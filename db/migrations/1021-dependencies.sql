-- The dependencies of projects, from the newest CycloneDX document of each source on the default branch.
create table sbom_documents (
  id bigint primary key generated always as identity,
  namespace_id bigint not null references namespaces on delete cascade,
  -- The lock file or the component that the document is about; empty where it names none.
  source text not null,
  sha text not null,
  ref text not null,
  tool text not null default '',
  digest bytea not null,
  components_count integer not null,
  created_at timestamptz not null,
  unique (namespace_id, source)
);

create table sbom_components (
  id bigint primary key generated always as identity,
  document_id bigint not null references sbom_documents on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  -- The type of its package URL, such as `npm`; empty without one.
  package_type text not null,
  name text not null,
  version text not null,
  -- The version in a form whose bytes are in the order of versions.
  version_key text collate "C" not null,
  purl text not null default '',
  licenses text[] not null default '{}',
  -- The vulnerabilities that the document names for it.
  vulnerabilities jsonb not null default '[]',
  -- That of the most severe of them, as in `vulnerabilities`; 0 without one.
  severity_rank smallint not null default 0
);
create index sbom_components_of_document on sbom_components (document_id);
create index sbom_components_of_namespace on sbom_components (namespace_id, (lower(name) collate "C"), id);
create index sbom_components_by_name on sbom_components ((lower(name) collate "C"), version_key);
