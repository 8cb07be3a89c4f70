-- The id of what a version changes, as git patch-id prints it; empty where there is none, null until somebody asks for it.
alter table merge_request_versions add column patch_id text;
