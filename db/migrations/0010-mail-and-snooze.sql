-- A to-do that sleeps stays pending; when its time has come it returns on top.
alter table todos add column snoozed_until timestamptz;
alter table todos add column returned_at timestamptz;
create index todos_asleep on todos (snoozed_until) where snoozed_until is not null;

-- Only the row for everywhere uses it: mails about one's own doing.
alter table notification_settings add column own_activity boolean not null default false;

-- What somebody is told by mail: what happens to one item within some minutes goes into one mail. Rows stay for a while after
-- that, so that nothing is told twice.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  note_id bigint references notes on delete cascade,
  author_id bigint references users on delete set null,
  -- names what happened, once for each item
  part text not null,
  reason text,
  lead text not null,
  text text not null default '',
  html text not null default '',
  created_at timestamptz not null,
  told_at timestamptz,
  unique (issuable_id, user_id, part)
);
create index notices_waiting on notices (user_id, issuable_id) where told_at is null;
create index notices_of_note on notices (note_id);
create index notices_told on notices (told_at) where told_at is not null;

alter table mails add column sender_name text;

-- Secrets of the server itself; 244 random bits.
create table server_secrets (
  name text primary key,
  value text not null
);
insert into server_secrets (name, value)
values ('mail_reply', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Mails taken in, so that one that comes twice is one comment.
create table received_mails (
  user_id bigint not null references users on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  message_id text not null,
  received_at timestamptz not null,
  primary key (issuable_id, user_id, message_id)
);
create index received_mails_by_time on received_mails (received_at);
