-- The start of the newest event of an alert, as its monitoring tool named it. A recovery from before it is that of an earlier episode.
alter table alerts add column episode_started_at timestamptz;
