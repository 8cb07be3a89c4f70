-- The event that records a push holds the key of its mark in the journal of pushes. After the database has failed over, the marks without
-- an event are looked for.
create index events_of_marked_pushes on events ((payload->>'mark')) where name = 'repository.pushed' and payload->>'mark' is not null;
