-- When an issue was last closed or reopened, so that an undo can tell whether somebody did it again since. Null: never.
alter table issuables add column state_changed_at timestamptz;
