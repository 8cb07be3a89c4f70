-- The links in a page, with which its recipient acknowledges or resolves the incident or alert without signing in. Each works once.
create table page_links (
  key_hash bytea primary key,
  issuable_id bigint not null references issuables on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  acknowledged_at timestamptz,
  resolved_at timestamptz
);
create index page_links_of_issuable on page_links (issuable_id);
create index page_links_of_user on page_links (user_id);
create index page_links_by_time on page_links (created_at);
