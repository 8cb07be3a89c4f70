-- Incidents on the public status page of their project.
alter table projects add column status_page_enabled boolean not null default false;

alter table issuables add column published_at timestamptz;
create index issuables_published on issuables (namespace_id, state, created_at, id) where published_at is not null;

-- The comments that such an incident shows.
create index award_emoji_on_status_page on award_emoji (issuable_id, note_id) where name = 'microphone' and note_id is not null;
