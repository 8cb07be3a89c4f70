-- Who wrote in a discussion, one after the other, without reading all of it.
create index notes_of_writer on notes (issuable_id, author_id) where not system;
