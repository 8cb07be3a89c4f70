-- The comment whose quick action logged the time.
alter table timelogs add column note_id bigint references notes (id) on delete set null;
create index timelogs_of_note on timelogs (note_id) where note_id is not null;
