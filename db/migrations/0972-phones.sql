-- The service that sends text messages and makes calls, as an administrator has set it up.
create table phone_provider (
  -- There is one at most.
  single boolean primary key default true check (single),
  -- Empty: it sends none.
  sms_url text not null check (length(sms_url) <= 2048),
  voice_url text not null check (length(voice_url) <= 2048),
  format text not null check (format in ('form', 'json')),
  sender text not null,
  username text not null,
  password text not null,
  -- Signs the requests by the rules of Standard Webhooks.
  signing_secret text not null,
  -- Messages and calls of the site in 24 hours, at most.
  daily_limit integer not null check (daily_limit between 1 and 100000)
);

-- The phone of a person who is paged by text message or call.
create table paging_phones (
  user_id bigint primary key references users on delete cascade,
  -- Confirmed; null until the first one is.
  number text,
  -- A number that waits for the code that was sent to it.
  pending_number text,
  code_hash bytea,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  check (number is not null or pending_number is not null),
  check (num_nulls(pending_number, code_hash, code_sent_at) in (0, 3))
);

-- What was handed to the provider lately: it limits the cost of a person, a number and the site.
create table phone_messages (
  id bigint generated always as identity primary key,
  -- Null once the account is deleted: the message has cost something nonetheless.
  user_id bigint references users on delete set null,
  number text not null,
  channel text not null check (channel in ('sms', 'voice')),
  -- A code that confirms a number, and no page.
  is_code boolean not null,
  created_at timestamptz not null
);
create index phone_messages_by_time on phone_messages (created_at);
create index phone_messages_of_user on phone_messages (user_id, created_at) where user_id is not null;
create index phone_messages_of_number on phone_messages (number, created_at);
