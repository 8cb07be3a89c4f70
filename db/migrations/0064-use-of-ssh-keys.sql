-- When a key signed in last, to the minute.
alter table ssh_keys add column last_used_at timestamptz;
