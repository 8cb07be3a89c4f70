-- Events that wait to be followed together with others of their kind. A row goes in the transaction that follows them.
create table gathered_events (
  event_id bigint primary key
);
