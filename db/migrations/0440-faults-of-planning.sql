-- An export by email counts days such as "today" where the person is who asked for it.
alter table list_exports add column time_zone text;

-- The type that all items of a change set have, for the words about it; null where they have several.
alter table change_sets add column type text;

-- The calls of a webhook leave one after the other: until then, one of them is on its way.
alter table webhooks add column sending_until timestamptz;
create index webhook_deliveries_due_of_hook on webhook_deliveries (webhook_id, id) where next_attempt_at is not null;

-- A form that is sent twice creates one issue.
create table issue_keys (
  author_id bigint not null references users (id) on delete cascade,
  idempotency_key text not null,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  issuable_id bigint references issuables (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (author_id, idempotency_key)
);
create index issue_keys_of_namespace on issue_keys (namespace_id);
create index issue_keys_of_issuable on issue_keys (issuable_id);
create index issue_keys_by_time on issue_keys (created_at);
