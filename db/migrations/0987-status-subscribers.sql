-- Addresses that are told by email what happens on a status page. They get nothing before they confirm it.
create table status_subscribers (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  email text not null check (length(email) between 3 and 254),
  -- The components that it is told of; all where empty.
  component_ids bigint[] not null default '{}',
  -- Those of the last request, which its confirmation takes over.
  wanted_ids bigint[] not null default '{}',
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index status_subscribers_by_email on status_subscribers (namespace_id, lower(email));
create index status_subscribers_confirmed on status_subscribers (namespace_id, id) where confirmed_at is not null;
create index status_subscribers_unconfirmed on status_subscribers (created_at) where confirmed_at is null;

-- The mails to a subscriber, so that a job that is tried again tells nobody twice.
create table status_mails (
  subscriber_id bigint not null references status_subscribers on delete cascade,
  -- An update or a note of an incident, or a stage of a maintenance window: update_12, note_7, window_3_started.
  occasion text not null,
  created_at timestamptz not null,
  primary key (subscriber_id, occasion)
);
create index status_mails_by_time on status_mails (created_at);

-- How much of announced maintenance subscribers were told: 1 that it is planned, 2 that it began, 3 that it ended.
alter table maintenance_windows add column told_stage smallint not null default 0;
update maintenance_windows set told_stage = case when ends_at <= now() then 3 when starts_at <= now() then 2 else 1 end where is_published;
create index maintenance_windows_to_tell on maintenance_windows (starts_at) where is_published and told_stage < 3;
