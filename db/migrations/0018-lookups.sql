-- A project that goes, and the count of what waits in one, look for to-dos by their place.
create index todos_of_namespace on todos (namespace_id);

-- Keys of sent comments are forgotten by their age.
create index note_answers_by_time on note_answers (created_at);
