-- Lists of work items are exported by the same rows as other lists.
alter table list_exports drop constraint list_exports_list_check;
alter table list_exports add constraint list_exports_list_check check (list in ('issue', 'merge_request', 'epic', 'work_item'));
