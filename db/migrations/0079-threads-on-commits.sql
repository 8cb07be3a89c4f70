-- The commit of a merge request whose own changes a thread is about; null for a thread on the whole diff.
alter table note_positions add column commit_id text;
