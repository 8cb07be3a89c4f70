-- Names the issue of a row in its source, so that an import knows what earlier ones into the project have created.
alter table issue_import_rows add column fingerprint text;
alter table issue_import_rows drop constraint issue_import_rows_outcome_check;
alter table issue_import_rows add constraint issue_import_rows_outcome_check check (outcome in ('created', 'faulty', 'skipped'));
create index issue_import_rows_by_fingerprint on issue_import_rows (fingerprint) where issue_id is not null;

alter table issue_imports add column skipped_count integer not null default 0;
create index issue_imports_with_access on issue_imports (ended_at) where remote is not null;
