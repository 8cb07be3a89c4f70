-- The page of a commit names the merge requests that have threads on it.
create index note_positions_commit_idx on note_positions (namespace_id, commit_id) where commit_id is not null;
