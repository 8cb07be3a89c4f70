-- What administrators tell everybody, or some, on top of every page for a time.
create table broadcast_messages (
  id bigint generated always as identity primary key,
  message text not null,
  message_html text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  broadcast_type text not null default 'banner' check (broadcast_type in ('banner', 'notification')),
  theme text not null default 'indigo' check (theme in ('indigo', 'light-indigo', 'blue', 'light-blue', 'green', 'light-green',
    'red', 'light-red', 'dark', 'light')),
  -- Kept for clients that set them; the theme decides what is shown.
  color text,
  font text,
  -- The pages that show it, with * for any characters; null for all.
  target_path text,
  -- The roles in the project or group of the page; empty for everybody on every page.
  target_access_levels integer[] not null default '{}',
  dismissable boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When its words changed: whoever dismissed it before sees it again.
  revised_at timestamptz not null,
  check (ends_at > starts_at)
);
create index broadcast_messages_by_end on broadcast_messages (ends_at);

create table broadcast_message_dismissals (
  broadcast_message_id bigint not null references broadcast_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  dismissed_at timestamptz not null,
  primary key (user_id, broadcast_message_id)
);
create index broadcast_message_dismissals_of_message on broadcast_message_dismissals (broadcast_message_id);
