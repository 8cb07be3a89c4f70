-- Seconds; time_spent is the sum of the time logs.
alter table issuables add column time_estimate integer not null default 0 check (time_estimate >= 0),
  add column time_spent integer not null default 0 check (time_spent between 0 and 31557600);

create table timelogs (
  id bigint generated always as identity primary key,
  namespace_id bigint not null,
  issuable_id bigint not null references issuables on delete cascade,
  user_id bigint references users on delete set null,
  -- Negative for time taken back.
  seconds integer not null check (seconds <> 0),
  summary text check (length(summary) <= 255),
  spent_at timestamptz not null,
  created_at timestamptz not null
);
create index timelogs_of_issuable on timelogs (issuable_id, spent_at);
create index timelogs_of_user on timelogs (user_id) where user_id is not null;

-- `1w 2d 3h`: a day has 8 hours, a week 5 days and a month 4 weeks. Null for no time.
create function human_duration(seconds integer) returns text
  language sql stable parallel safe
  return case when seconds > 0 then concat_ws(' ',
    nullif(seconds / 576000, 0) || 'mo', nullif(seconds % 576000 / 144000, 0) || 'w', nullif(seconds % 144000 / 28800, 0) || 'd',
    nullif(seconds % 28800 / 3600, 0) || 'h', nullif(seconds % 3600 / 60, 0) || 'm', nullif(seconds % 60, 0) || 's') end;
