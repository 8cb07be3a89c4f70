-- A change of many issues at once, made by a job, with what takes it back.
create table bulk_edits (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- What is asked for, as the bulk update takes it; null where the edit takes another one back.
  asked jsonb,
  undoes_id bigint references bulk_edits on delete cascade,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((asked is null) = (undoes_id is not null))
);
create index bulk_edits_of_user on bulk_edits (user_id, namespace_id, id desc);
create index bulk_edits_of_namespace on bulk_edits (namespace_id);
-- An edit is taken back once.
create unique index bulk_edits_undoes on bulk_edits (undoes_id);

create table bulk_edit_items (
  bulk_edit_id bigint not null references bulk_edits on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  -- Null while it waits.
  outcome text check (outcome in ('changed', 'unchanged', 'refused')),
  -- Why it was refused.
  reason text,
  -- What changed, from and to.
  change jsonb,
  primary key (bulk_edit_id, issuable_id)
);
create index bulk_edit_items_of_issuable on bulk_edit_items (issuable_id);
create index bulk_edit_items_waiting on bulk_edit_items (bulk_edit_id, issuable_id) where outcome is null;
create index bulk_edit_items_refused on bulk_edit_items (bulk_edit_id, issuable_id) where outcome = 'refused';
