-- Orders of lists by author, assignee, epic and the progress of checklists. People and epics are found one after another along an index.
create index issuables_of_authors on issuables (namespace_id, series, state, author_id, id desc);
create index issuables_of_parents on issuables (namespace_id, series, state, parent_id, id desc) where parent_id is not null;
create index issuable_assignees_of_place on issuable_assignees (namespace_id, series, state, user_id, issuable_id desc);

-- In thousandths; null where there is no checklist.
create function checklist_progress(done integer, total integer) returns integer language sql immutable parallel safe
  return case when total > 0 then done * 1000 / total end;
create index issuables_by_checklist on issuables (namespace_id, series, state, checklist_progress(task_completed_count, task_count), id desc);
create index issuables_by_checklist_down on issuables (namespace_id, series, state, checklist_progress(task_completed_count, task_count) desc nulls last, id desc);
