-- What a person typed and did not send yet, by the box it stands in and the browser it was typed in.
create table unsent_texts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  place text not null,
  device text not null,
  -- what the box belongs to, as far as it belongs to something: the text goes with it
  issuable_id bigint references issuables on delete cascade,
  note_id bigint references notes on delete cascade,
  namespace_id bigint references namespaces on delete cascade,
  milestone_id bigint references milestones on delete cascade,
  body text not null,
  -- the saved text it was begun on, for merging
  base text,
  base_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, place, device)
);
create index unsent_texts_of_issuable on unsent_texts (issuable_id) where issuable_id is not null;
create index unsent_texts_of_note on unsent_texts (note_id) where note_id is not null;
create index unsent_texts_of_namespace on unsent_texts (namespace_id) where namespace_id is not null;
create index unsent_texts_of_milestone on unsent_texts (milestone_id) where milestone_id is not null;
create index unsent_texts_by_age on unsent_texts (updated_at);
