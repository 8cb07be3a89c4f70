-- The browsers in which a person gets pages, and the address that gets them as requests.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The address at the push service of the browser, which identifies it.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The keys with which messages are encrypted for the browser, in base64url.
  p256dh text not null,
  auth text not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

alter table paging_settings
  alter column high_steps drop not null,
  alter column low_steps drop not null,
  add column webhook_url text,
  -- Signs its requests; shown once.
  add column webhook_secret text,
  add constraint paging_settings_webhook check ((webhook_url is null) = (webhook_secret is null));

alter table page_deliveries
  -- The browser of a push message; it may have been removed since.
  add column subscription_id bigint not null default 0,
  add column device text not null default '';
drop index page_deliveries_once;
create unique index page_deliveries_once on page_deliveries (issuable_id, user_id, part, channel, minutes, subscription_id) where issuable_id is not null;
