-- Mails about issuables, by the key in their links: with it one stops hearing of the issuable without signing in.
create table sent_notifications (
  key text primary key,
  user_id bigint not null references users on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  note_id bigint references notes on delete set null,
  created_at timestamptz not null default now()
);
create index sent_notifications_of_user on sent_notifications (user_id);
create index sent_notifications_of_issuable on sent_notifications (issuable_id);
