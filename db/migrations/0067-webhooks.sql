-- Addresses that are called when something happens in a project, or in the projects of a group.
create table webhooks (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  creator_id bigint references users on delete set null,
  url text not null,
  name text not null default '',
  description text not null default '',
  token text,
  signing_token text,
  events text[] not null,
  branch_filter text not null default '',
  branch_filter_strategy text not null default 'wildcard',
  enable_ssl_verification boolean not null default true,
  url_variables jsonb not null default '{}',
  custom_headers jsonb not null default '{}',
  recent_failures integer not null default 0,
  disabled_until timestamptz,
  created_at timestamptz not null default now()
);
create index webhooks_by_namespace on webhooks (namespace_id, id);
create index webhooks_by_creator on webhooks (creator_id);

-- What was sent, or still is to be, with what came back. `source` names the change, so that it is sent once.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  source text,
  trigger text not null,
  event_uuid uuid not null default gen_random_uuid(),
  idempotency_key uuid not null default gen_random_uuid(),
  event_header text not null,
  payload json not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  request_url text not null default '',
  request_headers jsonb not null default '{}',
  response_status integer,
  response_headers jsonb not null default '{}',
  response_body text not null default '',
  failure text,
  duration_ms integer not null default 0,
  created_at timestamptz not null default now(),
  unique (webhook_id, source)
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
