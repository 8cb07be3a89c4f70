-- Usual names for events that are handled in batches and for deletions that a job finishes.
alter table gathered_events rename to batched_events;
alter table batched_events rename constraint gathered_events_pkey to batched_events_pkey;
update events set name = 'namespace.deletion_started' where name = 'namespace.condemned';
update events set name = 'user.deletion_started' where name = 'user.condemned';
