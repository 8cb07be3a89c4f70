-- Every address of a person: the primary one, which stands in users.email too, and others, which count once they are confirmed.
create table user_emails (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  confirmed_at timestamptz,
  token_hash bytea unique,
  token_expires_at timestamptz,
  created_at timestamptz not null default now()
);
-- Whoever only claims an address keeps nobody from it.
create unique index user_emails_confirmed on user_emails (lower(email)) where confirmed_at is not null;
create unique index user_emails_by_user on user_emails (user_id, lower(email));

create function primary_email_set() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and lower(old.email) <> lower(new.email) then
    delete from user_emails where user_id = new.id and lower(email) = lower(old.email);
  end if;
  insert into user_emails (user_id, email, confirmed_at, created_at) values (new.id, new.email, now(), now())
  on conflict (user_id, lower(email)) do update set email = excluded.email,
    confirmed_at = coalesce(user_emails.confirmed_at, excluded.confirmed_at), token_hash = null, token_expires_at = null;
  return null;
end
$$;
create trigger users_email_set after insert or update of email on users
  for each row execute function primary_email_set();

insert into user_emails (user_id, email, confirmed_at, created_at)
select id, email, coalesce(confirmed_at, created_at), created_at from users;
