-- The lists of incidents, their saved views, and the order of lists by what is on a status page.
create index issuables_incidents on issuables (namespace_id, created_at, id) where type = 'incident';
create index issuables_by_published on issuables (namespace_id, series, state, ((published_at is not null)::integer), id);

alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check
  check (list in ('issue', 'incident', 'epic', 'merge_request', 'todo'));
