-- Tokens by which machines read the code of a project, or of all projects of a group, without an account.
create table deploy_tokens (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  creator_id bigint references users on delete set null,
  name text not null,
  username text not null,
  token_hash bytea not null unique,
  scopes text[] not null,
  expires_at timestamptz,
  revoked boolean not null default false,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index deploy_tokens_by_namespace on deploy_tokens (namespace_id, id);
create index deploy_tokens_by_creator on deploy_tokens (creator_id);
