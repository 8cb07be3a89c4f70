-- Internal users are recognized by their kind: a person may have registered the name before.
alter table users add column internal_kind text;
update users set internal_kind = lower(username)
  where is_bot and password_hash is null and lower(username) in ('automation-bot', 'alert-bot', 'ghost');
create unique index users_internal_kind on users (internal_kind) where internal_kind is not null;
-- Accounts of people that were marked as bots because of their names.
update users set is_bot = false
  where is_bot and password_hash is not null and lower(username) in ('automation-bot', 'alert-bot', 'ghost');
