-- What a person prefers in clients of the GraphQL API: null where they have not chosen.
create table list_preferences (
  user_id bigint primary key references users on delete cascade,
  issues_sort text,
  merge_requests_sort text,
  work_items_display_settings jsonb
);

-- Hints that a person has dismissed, by names that the clients choose.
create table user_callouts (
  user_id bigint not null references users on delete cascade,
  feature_name text not null,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, feature_name)
);
