-- Lists of merge requests and epics are exported by the same rows as lists of issues.
alter table issue_exports rename to list_exports;
alter table list_exports add column list text not null default 'issue' check (list in ('issue', 'merge_request', 'epic'));
alter table list_exports alter column list drop default;
alter sequence issue_exports_id_seq rename to list_exports_id_seq;
alter table list_exports rename constraint issue_exports_pkey to list_exports_pkey;
alter table list_exports rename constraint issue_exports_namespace_id_fkey to list_exports_namespace_id_fkey;
alter table list_exports rename constraint issue_exports_user_id_fkey to list_exports_user_id_fkey;
alter index issue_exports_of_user rename to list_exports_of_user;
alter index issue_exports_of_namespace rename to list_exports_of_namespace;
-- Jobs that still wait find their follower by the name of the event.
update events e set name = 'list_export.requested' from list_exports x
where x.finished_at is null and e.namespace_id = x.namespace_id and e.name = 'issue_export.requested' and e.created_at >= x.created_at;
