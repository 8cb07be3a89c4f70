create table todos (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  author_id bigint not null references users on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  issuable_id bigint references issuables on delete cascade,
  note_id bigint references notes on delete set null,
  action text not null check (action in ('assigned', 'mentioned', 'build_failed', 'marked', 'approval_required', 'unmergeable',
    'directly_addressed', 'merge_train_removed', 'review_requested', 'member_access_requested', 'review_submitted')),
  state text not null default 'pending' check (state in ('pending', 'done')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index todos_of_user on todos (user_id, state, id desc);
create index todos_of_issuable on todos (issuable_id, user_id) where state = 'pending';

create table notification_settings (
  user_id bigint not null references users on delete cascade,
  -- 0 is the global setting
  namespace_id bigint not null default 0,
  level text not null check (level in ('disabled', 'participating', 'watch', 'global', 'mention', 'custom')),
  events jsonb not null default '{}',
  primary key (user_id, namespace_id)
);
