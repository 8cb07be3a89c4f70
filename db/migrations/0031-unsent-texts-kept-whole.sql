-- What was chosen beside a text (internal, labels, ...) is kept with it, and the text outlives what it is about.
alter table unsent_texts
  add column fields jsonb,
  -- what it is about, as it was called when the text was last kept
  add column about_title text,
  add column about_reference text,
  -- discarded or taken over on another device: the one it was typed on still has to hear of it
  add column discarded_at timestamptz,
  drop constraint unsent_texts_issuable_id_fkey,
  drop constraint unsent_texts_note_id_fkey,
  drop constraint unsent_texts_namespace_id_fkey,
  drop constraint unsent_texts_milestone_id_fkey,
  add constraint unsent_texts_issuable_id_fkey foreign key (issuable_id) references issuables on delete set null,
  add constraint unsent_texts_note_id_fkey foreign key (note_id) references notes on delete set null,
  add constraint unsent_texts_namespace_id_fkey foreign key (namespace_id) references namespaces on delete set null,
  add constraint unsent_texts_milestone_id_fkey foreign key (milestone_id) references milestones on delete set null;

update unsent_texts t set about_title = i.title, about_reference = n.full_path || '#' || i.iid
  from issuables i join namespaces n on n.id = i.namespace_id
  where i.id = coalesce(t.issuable_id, (select issuable_id from notes where id = t.note_id));
update unsent_texts t set about_title = n.full_name, about_reference = '' from namespaces n where n.id = t.namespace_id;
update unsent_texts t set about_title = m.title, about_reference = n.full_name
  from milestones m join namespaces n on n.id = m.namespace_id where m.id = t.milestone_id;
