-- The issues of a project or group as lists side by side.
create table boards (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  name text not null,
  hide_backlog_list boolean not null default false,
  hide_closed_list boolean not null default false,
  -- The scope: only issues that have all of these are shown.
  milestone_id bigint references milestones (id) on delete set null,
  iteration_id bigint references iterations (id) on delete set null,
  assignee_id bigint references users (id) on delete set null,
  weight integer check (weight >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index boards_of_namespace on boards (namespace_id, id);
create index boards_of_milestone on boards (milestone_id) where milestone_id is not null;
create index boards_of_iteration on boards (iteration_id) where iteration_id is not null;
create index boards_of_assignee on boards (assignee_id) where assignee_id is not null;

create table board_labels (
  board_id bigint not null references boards (id) on delete cascade,
  label_id bigint not null references labels (id) on delete cascade,
  primary key (board_id, label_id)
);
create index board_labels_of_label on board_labels (label_id);

create table board_lists (
  id bigint generated always as identity primary key,
  board_id bigint not null references boards (id) on delete cascade,
  kind text not null check (kind in ('backlog', 'label', 'assignee', 'milestone', 'iteration', 'closed')),
  label_id bigint references labels (id) on delete cascade,
  assignee_id bigint references users (id) on delete cascade,
  milestone_id bigint references milestones (id) on delete cascade,
  iteration_id bigint references iterations (id) on delete cascade,
  -- From 0; null for the first list, of open issues, and the last one, of closed issues.
  position integer,
  -- 0: no limit.
  max_issue_count integer not null default 0 check (max_issue_count >= 0),
  max_issue_weight integer not null default 0 check (max_issue_weight >= 0),
  limit_metric text check (limit_metric in ('all_metrics', 'issue_count', 'issue_weights')),
  check (num_nonnulls(label_id, assignee_id, milestone_id, iteration_id) = case when kind in ('backlog', 'closed') then 0 else 1 end),
  check ((position is null) = (kind in ('backlog', 'closed'))),
  unique (board_id, label_id),
  unique (board_id, assignee_id),
  unique (board_id, milestone_id),
  unique (board_id, iteration_id)
);
create index board_lists_of_board on board_lists (board_id, position, id);
create index board_lists_of_label on board_lists (label_id) where label_id is not null;
create index board_lists_of_assignee on board_lists (assignee_id) where assignee_id is not null;
create index board_lists_of_milestone on board_lists (milestone_id) where milestone_id is not null;
create index board_lists_of_iteration on board_lists (iteration_id) where iteration_id is not null;

-- The lists that a person keeps folded.
create table collapsed_board_lists (
  user_id bigint not null references users (id) on delete cascade,
  list_id bigint not null references board_lists (id) on delete cascade,
  primary key (user_id, list_id)
);
create index collapsed_board_lists_of_list on collapsed_board_lists (list_id);

-- The closed list of a board shows what was closed last.
create index issuables_by_closed on issuables (namespace_id, closed_at desc, id desc) where series = 'issue' and state = 'closed';
