-- The usernames, paths of groups and email addresses by which rules of code owners name their owners, in lower case. Who has one of
-- them is an approver from then on, also if they come later or are renamed.
create table code_owner_words (
  rule_id bigint not null references approval_rules on delete cascade,
  word text not null,
  primary key (rule_id, word)
);
create index code_owner_words_by_word on code_owner_words (word);
-- The rules of open merge requests are derived again by the job that checks these.
update merge_requests set code_owners_blob = null where is_open and code_owners_blob is not null;

create function resolve_code_owners(rules bigint[]) returns void language plpgsql as $$
begin
  with named as (
      select w.rule_id, u.id as user_id from code_owner_words w join users u on lower(u.username) = w.word where w.rule_id = any (rules)
      union select w.rule_id, e.user_id from code_owner_words w join user_emails e on lower(e.email) = w.word and e.confirmed_at is not null
        where w.rule_id = any (rules)),
    gone as (delete from approval_rule_users ru where ru.rule_id = any (rules)
      and not exists (select 1 from named where named.rule_id = ru.rule_id and named.user_id = ru.user_id))
  insert into approval_rule_users (rule_id, user_id) select rule_id, user_id from named on conflict do nothing;
  with named as (
      select w.rule_id, gr.id as group_id from code_owner_words w join namespaces n on lower(n.full_path) = w.word join groups gr on gr.id = n.id
        where w.rule_id = any (rules)),
    gone as (delete from approval_rule_groups rg where rg.rule_id = any (rules)
      and not exists (select 1 from named where named.rule_id = rg.rule_id and named.group_id = rg.group_id))
  insert into approval_rule_groups (rule_id, group_id) select rule_id, group_id from named on conflict do nothing;
end $$;

create function resolve_code_owners_named(variadic words text[]) returns void language plpgsql as $$
declare
  rules bigint[] := array(select w.rule_id from code_owner_words w where w.word = any (words));
begin
  if rules <> '{}' then perform resolve_code_owners(rules); end if;
end $$;

create function user_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_code_owners_named(lower(old.username), lower(new.username));
  return null;
end $$;
create trigger users_own_code after insert or update of username on users for each row execute function user_owns_code();

create function email_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_code_owners_named(lower(old.email), lower(new.email));
  return null;
end $$;
create trigger user_emails_own_code after insert or delete or update of email, user_id, confirmed_at on user_emails
  for each row execute function email_owns_code();

create function group_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_code_owners_named((select lower(n.full_path) from namespaces n where n.id = new.id));
  return null;
end $$;
create trigger groups_own_code after insert on groups for each row execute function group_owns_code();

create function namespace_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_code_owners_named(lower(old.full_path), lower(new.full_path));
  return null;
end $$;
create trigger namespaces_own_code after update of full_path on namespaces for each row
  when (old.full_path is distinct from new.full_path) execute function namespace_owns_code();
