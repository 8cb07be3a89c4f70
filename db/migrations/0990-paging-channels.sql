-- How each person is paged: the steps of each urgency in their order, and the hours in which pages of low urgency wait.
create table paging_settings (
  user_id bigint primary key references users on delete cascade,
  -- Lists of {"minutes": 5, "channel": "mail"}.
  high_steps jsonb not null,
  low_steps jsonb not null,
  -- Days of the week on which the quiet hours begin, from 1 for Monday. The hours are minutes after midnight and may go past it.
  quiet_days smallint[] not null default '{}' check (quiet_days <@ '{1,2,3,4,5,6,7}'),
  quiet_from integer not null default 1320 check (quiet_from between 0 and 1439),
  quiet_to integer not null default 420 check (quiet_to between 0 and 1439 and quiet_to <> quiet_from),
  time_zone text not null
);

-- One message of a page, by one channel.
create table page_deliveries (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Null for a test page.
  issuable_id bigint references issuables on delete cascade,
  -- The page: the rule and moment of the escalation.
  part text not null,
  channel text not null check (channel in ('mail', 'push', 'webhook', 'sms', 'voice')),
  -- The minutes between the page and this step.
  minutes integer not null check (minutes >= 0),
  -- The sentence above the facts.
  lead text not null,
  -- The message is not wanted any more once the incident or alert has this status.
  until_status text not null check (until_status in ('ACKNOWLEDGED', 'RESOLVED')),
  -- Waited for the end of the quiet hours.
  is_held boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'canceled')),
  -- The time of the next attempt; after an attempt has begun, that at which another process may take over.
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  failure text not null default '',
  ended_at timestamptz,
  mail_id bigint references mails on delete set null,
  created_at timestamptz not null,
  check ((state = 'pending') = (next_attempt_at is not null))
);
create unique index page_deliveries_once on page_deliveries (issuable_id, user_id, part, channel, minutes) where issuable_id is not null;
create index page_deliveries_due on page_deliveries (next_attempt_at) where next_attempt_at is not null;
create index page_deliveries_of_user on page_deliveries (user_id, created_at);
create index page_deliveries_of_mail on page_deliveries (mail_id) where mail_id is not null;
create index page_deliveries_by_time on page_deliveries (created_at);
