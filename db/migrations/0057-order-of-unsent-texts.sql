-- A save that arrives after the text was sent must not bring it back: of two calls of a device, the later written one holds.
alter table unsent_texts add column written_ms bigint not null default 0;
-- Given up on its own device, which needs not be told.
alter table unsent_texts add column is_forgotten boolean not null default false;
