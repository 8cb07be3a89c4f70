-- Attachments that an import has stored, which are limited for each import; and sentences about a row that do not keep its issue
-- from being created, such as the attachments that are missing. How to reach the other tracker is forgotten once its issues are
-- fetched or, where they have attachments, once the import has ended.
alter table issue_imports
  add column attachment_count integer not null default 0,
  add column attachment_bytes bigint not null default 0;
alter table issue_import_rows add column notices text[] not null default '{}';
create index issue_import_rows_with_notices on issue_import_rows (import_id, number) where notices <> '{}';
-- Created issues by the key that they and their parents have in the other tracker.
create index issue_import_rows_by_key on issue_import_rows (import_id, (content ->> 'key')) where issue_id is not null;
create index issue_import_rows_by_parent_key on issue_import_rows (import_id, (content ->> 'parentKey'))
  where issue_id is not null and content ->> 'parentKey' is not null;
