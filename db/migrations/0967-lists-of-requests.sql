-- The list of requests to a service desk, and its saved views.
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check
  check (list in ('issue', 'incident', 'request', 'epic', 'merge_request', 'todo'));
