-- Who asks to become a member of a project or group, until somebody decides.
create table access_requests (
  namespace_id bigint not null references namespaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (namespace_id, user_id)
);
create index access_requests_of_user on access_requests (user_id);
