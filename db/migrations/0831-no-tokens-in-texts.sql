-- A token of this site in a text, as in a log or a mail that somebody pasted, lets its readers act as its owner. It is blanked as the keys
-- of mails are; what only looks like a token is left alone.
create or replace function holds_mail_key(given text) returns boolean
  language sql immutable parallel safe
  return given ~* '/-/sent_notifications/[a-z0-9_.-]{20}|x-gitlab-reply-key|reply(\+|%2b)[0-9a-z]{1,10}-[0-9a-z]{1,10}-|incoming(\+|%2b)[0-9a-z-]{28}|feed_token=glft-|(confirmation|reset_password)_token=|(glpat|gldt)-[a-z0-9_-]{20}';

create function blank_tokens(given text) returns text
  language plpgsql stable parallel safe
  as $$
declare
  token text;
begin
  for token in select distinct m[1] from regexp_matches(given, '((?:glpat|gldt)-[A-Za-z0-9_-]{20,100})', 'g') m loop
    if exists (select 1 from personal_access_tokens where token_hash = sha256(token::bytea))
        or exists (select 1 from deploy_tokens where token_hash = sha256(token::bytea)) then
      given := replace(given, token, '[removed]');
    end if;
  end loop;
  return given;
end
$$;

create or replace function blank_mail_keys_in_row() returns trigger
  language plpgsql
  as $$
declare
  blanked jsonb;
begin
  select jsonb_object_agg(key, blank_tokens(blank_mail_keys(value))) into blanked
    from jsonb_each_text(to_jsonb(new)) where key = any (tg_argv) and value is not null;
  return jsonb_populate_record(new, blanked);
end
$$;
