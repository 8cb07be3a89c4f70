-- What comments said when an event happened that has yet to be told of: kept only while such an event waits.
create table former_note_texts (
  note_id bigint not null references notes (id) on delete cascade,
  -- The last event at which the note said it.
  until_event_id bigint not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (note_id, until_event_id)
);
create index former_note_texts_by_age on former_note_texts (created_at);

create function keep_former_note_text() returns trigger language plpgsql as $$
begin
  insert into former_note_texts (note_id, until_event_id, body)
    select old.id, max(b.event_id), old.body from batched_events b join events e on e.id = b.event_id
    where e.namespace_id = old.namespace_id and e.name in ('note.created', 'note.edited') and (e.payload ->> 'noteId')::bigint = old.id
    having max(b.event_id) is not null
    on conflict do nothing;
  return null;
end $$;
create trigger notes_former_text after update of body on notes for each row
  when (old.body is distinct from new.body) execute function keep_former_note_text();
