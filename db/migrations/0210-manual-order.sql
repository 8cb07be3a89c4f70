-- The manual order is one line of numbers: an issue without a position has the one that follows from its id (plan/issues/position.ts).
create index issuables_by_manual_order on issuables
  (namespace_id, series, state, (coalesce(relative_position, 288230376151711744 - id * 1048576)), id desc);
drop index issuables_by_position;

-- The few with a position of their own, for boards.
create index issuables_by_own_position on issuables (namespace_id, state, relative_position, id desc)
  where series = 'issue' and relative_position is not null;

-- The newest issues of a label, assignee or iteration.
drop index issuable_labels_by_state;
create index issuable_labels_by_state on issuable_labels (label_id, series, state, namespace_id, issuable_id desc) include (confidential);
drop index issuable_assignees_by_state;
create index issuable_assignees_by_state on issuable_assignees (user_id, series, state, namespace_id, issuable_id desc) include (confidential);
drop index issuables_by_iteration;
create index issuables_by_iteration on issuables (iteration_id, state, id desc) where iteration_id is not null;
