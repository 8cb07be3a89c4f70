-- Whoever gets or loses a name of a rule of code owners is looked up alone. Before, all names of the rule were resolved again: rules with
-- millions of names, which anybody can make in a project of their own, kept people from registering under one of them.
create function resolve_code_owner(person bigint, variadic words text[]) returns void language plpgsql as $$
declare
  names text[] := array(select lower(u.username) from users u where u.id = person
    union all select lower(e.email) from user_emails e where e.user_id = person and e.confirmed_at is not null);
begin
  delete from approval_rule_users ru where ru.user_id = person
    and exists (select 1 from code_owner_words w where w.rule_id = ru.rule_id and w.word = any (words))
    and not exists (select 1 from code_owner_words w where w.rule_id = ru.rule_id and w.word = any (names));
  insert into approval_rule_users (rule_id, user_id)
    select distinct w.rule_id, person from code_owner_words w where w.word = any (words) and w.word = any (names) on conflict do nothing;
end $$;

create function resolve_owning_group(owner bigint, variadic words text[]) returns void language plpgsql as $$
declare
  own text := (select lower(n.full_path) from namespaces n join groups g on g.id = n.id where n.id = owner);
begin
  delete from approval_rule_groups rg where rg.group_id = owner
    and exists (select 1 from code_owner_words w where w.rule_id = rg.rule_id and w.word = any (words))
    and not exists (select 1 from code_owner_words w where w.rule_id = rg.rule_id and w.word = own);
  insert into approval_rule_groups (rule_id, group_id)
    select w.rule_id, owner from code_owner_words w where w.word = any (words) and w.word = own on conflict do nothing;
end $$;

create or replace function user_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_code_owner(new.id, lower(old.username), lower(new.username));
  return null;
end $$;

create or replace function email_owns_code() returns trigger language plpgsql as $$
begin
  if old.user_id is not null then perform resolve_code_owner(old.user_id, lower(old.email), lower(new.email)); end if;
  if new.user_id is distinct from old.user_id and new.user_id is not null then
    perform resolve_code_owner(new.user_id, lower(old.email), lower(new.email));
  end if;
  return null;
end $$;

create or replace function group_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_owning_group(new.id, (select lower(n.full_path) from namespaces n where n.id = new.id));
  return null;
end $$;

create or replace function namespace_owns_code() returns trigger language plpgsql as $$
begin
  perform resolve_owning_group(new.id, lower(old.full_path), lower(new.full_path));
  return null;
end $$;

drop function resolve_code_owners_named(text[]);
