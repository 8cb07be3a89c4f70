-- Views of a person's to-do list belong to the personal namespace.
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check check (list in ('issue', 'epic', 'merge_request', 'todo'));
