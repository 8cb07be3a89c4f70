-- A mail carries keys that let its reader act as its recipient: for unsubscribing, answering, creating issues, reading feeds, choosing a
-- password. Whoever quotes a mail in a text publishes them. They are blanked in the row itself, so that no door can store one.
create function holds_mail_key(given text) returns boolean
  language sql immutable parallel safe
  return given ~* '/-/sent_notifications/[a-z0-9_.-]{20}|x-gitlab-reply-key|reply(\+|%2b)[0-9a-z]{1,10}-[0-9a-z]{1,10}-|incoming(\+|%2b)[0-9a-z-]{28}|feed_token=glft-|(confirmation|reset_password)_token=';

create function blank_mail_keys(given text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(given,
    '(/-/sent_notifications/)[a-z0-9_.-]{20,100}', '\1[removed]', 'gi'),
    '(x-gitlab-reply-key:[[:space:]]*)[a-z0-9_-]{20,100}', '\1[removed]', 'gi'),
    '(reply(?:\+|%2b))[0-9a-z]{1,10}-[0-9a-z]{1,10}-[0-9a-z]{1,10}-[0-9a-z]{25}', '\1[removed]', 'gi'),
    '(incoming(?:\+|%2b)[0-9a-z-]*?)[0-9]{1,15}-[0-9a-z]{26,35}(-issue)', '\1[removed]\2', 'gi'),
    '((?:feed_token=glft-|(?:confirmation|reset_password)_token=))[0-9a-z_-]{20,100}', '\1[removed]', 'gi');

create function blank_mail_keys_in_row() returns trigger
  language plpgsql
  as $$
declare
  blanked jsonb;
begin
  select jsonb_object_agg(key, blank_mail_keys(value)) into blanked
    from jsonb_each_text(to_jsonb(new)) where key = any (tg_argv) and value is not null;
  return jsonb_populate_record(new, blanked);
end
$$;

create trigger notes_without_mail_keys before insert or update of body, body_html on notes for each row
  when (holds_mail_key(new.body) or holds_mail_key(new.body_html))
  execute function blank_mail_keys_in_row('body', 'body_html');
create trigger draft_notes_without_mail_keys before insert or update of body, body_html on draft_notes for each row
  when (holds_mail_key(new.body) or holds_mail_key(new.body_html))
  execute function blank_mail_keys_in_row('body', 'body_html');
create trigger former_note_texts_without_mail_keys before insert or update of body on former_note_texts for each row
  when (holds_mail_key(new.body))
  execute function blank_mail_keys_in_row('body');
create trigger issuables_without_mail_keys before insert or update of title, title_html, description, description_html on issuables for each row
  when (holds_mail_key(new.title) or holds_mail_key(new.description) or holds_mail_key(new.description_html))
  execute function blank_mail_keys_in_row('title', 'title_html', 'description', 'description_html');
create trigger description_versions_without_mail_keys before insert or update of description on description_versions for each row
  when (holds_mail_key(new.description))
  execute function blank_mail_keys_in_row('description');
create trigger milestones_without_mail_keys before insert or update of description, description_html on milestones for each row
  when (holds_mail_key(new.description) or holds_mail_key(new.description_html))
  execute function blank_mail_keys_in_row('description', 'description_html');
create trigger iterations_without_mail_keys before insert or update of description, description_html on iterations for each row
  when (holds_mail_key(new.description) or holds_mail_key(new.description_html))
  execute function blank_mail_keys_in_row('description', 'description_html');
create trigger namespaces_without_mail_keys before insert or update of description, description_html on namespaces for each row
  when (holds_mail_key(new.description) or holds_mail_key(new.description_html))
  execute function blank_mail_keys_in_row('description', 'description_html');

-- What was published before.
update notes set body = body where holds_mail_key(body);
update issuables set description = description where holds_mail_key(description);
update description_versions set description = description where holds_mail_key(description);
update former_note_texts set body = body where holds_mail_key(body);
