-- How often a person has reset the tokens in their private addresses: the tokens are signatures over these numbers.
create table private_tokens (
  user_id bigint primary key references users (id) on delete cascade,
  mail_resets integer not null default 0,
  feed_resets integer not null default 0
);

insert into server_secrets (name, value)
values ('private_tokens', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Mails that have become issues: the same mail makes none a second time.
create table received_issue_mails (
  namespace_id bigint not null references namespaces (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  message_id text not null,
  received_at timestamptz not null,
  primary key (namespace_id, user_id, message_id)
);
create index received_issue_mails_by_user on received_issue_mails (user_id);
create index received_issue_mails_by_time on received_issue_mails (received_at);
