-- What opens something to whoever holds it (links, keys, reply addresses): blanked once the mail has been sent.
alter table mails add column secrets text[] not null default '{}';
