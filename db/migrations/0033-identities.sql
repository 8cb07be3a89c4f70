-- Who a user is in other directories: what an administrator's tools keep, and look users up by.
create table user_identities (
  user_id bigint not null references users on delete cascade,
  provider text not null,
  extern_uid text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, provider)
);
create unique index user_identities_by_uid on user_identities (provider, lower(extern_uid));
