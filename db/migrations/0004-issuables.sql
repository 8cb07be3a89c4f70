create table milestones (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  iid bigint not null,
  title text not null,
  description text not null default '',
  description_html text not null default '',
  state text not null default 'active' check (state in ('active', 'closed')),
  start_date date,
  due_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, iid),
  unique (namespace_id, title),
  check (start_date is null or due_date is null or start_date <= due_date)
);

create table labels (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  title text not null,
  description text not null default '',
  color text not null default '#6699cc',
  text_color text not null default '#FFFFFF',
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (namespace_id, title)
);

create table label_priorities (
  project_id bigint not null references projects on delete cascade,
  label_id bigint not null references labels on delete cascade,
  priority integer not null,
  primary key (project_id, label_id)
);

create table issuables (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  type text not null check (type in ('issue', 'incident', 'test_case', 'requirement', 'task', 'objective', 'key_result', 'ticket', 'epic', 'merge_request')),
  -- the numbering series within the namespace: 'issue', 'merge_request' or 'epic'
  series text not null default 'issue',
  iid bigint not null,
  title text not null,
  title_html text not null default '',
  description text,
  description_html text not null default '',
  markdown_version integer not null default 0,
  state text not null default 'opened' check (state in ('opened', 'closed', 'merged', 'locked')),
  author_id bigint not null references users,
  confidential boolean not null default false,
  discussion_locked boolean not null default false,
  hidden boolean not null default false,
  milestone_id bigint references milestones on delete set null,
  start_date date,
  due_date date,
  weight integer check (weight >= 0),
  health_status text check (health_status in ('on_track', 'needs_attention', 'at_risk')),
  relative_position bigint,
  lock_version integer not null default 0,
  task_count integer not null default 0,
  task_completed_count integer not null default 0,
  notes_count integer not null default 0,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  closed_at timestamptz,
  closed_by_id bigint references users on delete set null,
  last_edited_at timestamptz,
  last_edited_by_id bigint references users on delete set null,
  updated_by_id bigint references users on delete set null,
  moved_to_id bigint references issuables on delete set null,
  duplicated_to_id bigint references issuables on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector generated always as (
    setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', left(coalesce(description, ''), 100000)), 'B')) stored,
  unique (namespace_id, series, iid)
);
create index issuables_by_created on issuables (namespace_id, series, state, created_at desc, id desc);
create index issuables_by_created_all on issuables (namespace_id, series, created_at desc, id desc);
create index issuables_by_updated on issuables (namespace_id, series, state, updated_at desc, id desc);
create index issuables_by_updated_all on issuables (namespace_id, series, updated_at desc, id desc);
create index issuables_by_due_date on issuables (namespace_id, series, state, due_date, id desc);
create index issuables_by_weight on issuables (namespace_id, series, state, weight, id desc);
create index issuables_by_popularity on issuables (namespace_id, series, state, upvotes desc, id desc);
create index issuables_of_author on issuables (author_id, id desc);
create index issuables_of_milestone on issuables (milestone_id) where milestone_id is not null;
create index issuables_search on issuables using gin (search);
create index issuables_title on issuables using gin (title gin_trgm_ops);

create table issuable_assignees (
  issuable_id bigint not null references issuables on delete cascade,
  user_id bigint not null references users on delete cascade,
  namespace_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (issuable_id, user_id)
);
create index issuable_assignees_of_user on issuable_assignees (user_id, issuable_id desc);

create table issuable_labels (
  issuable_id bigint not null references issuables on delete cascade,
  label_id bigint not null references labels on delete cascade,
  namespace_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (issuable_id, label_id)
);
create index issuable_labels_of_label on issuable_labels (label_id, issuable_id desc);

create table label_subscriptions (
  label_id bigint not null references labels on delete cascade,
  user_id bigint not null references users on delete cascade,
  project_id bigint references projects on delete cascade,
  primary key (label_id, user_id)
);
