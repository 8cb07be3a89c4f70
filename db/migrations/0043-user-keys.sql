-- Public SSH and OpenPGP keys of people. A key stands for one person: nobody adds one that somebody has.
create table ssh_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null,
  key text not null,
  type text not null,
  bits integer not null,
  fingerprint text not null,
  fingerprint_md5 text not null,
  usage_type text not null check (usage_type in ('auth_and_signing', 'auth', 'signing')),
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index ssh_keys_fingerprint on ssh_keys (fingerprint);
create index ssh_keys_by_md5 on ssh_keys (fingerprint_md5);
create index ssh_keys_by_user on ssh_keys (user_id, id);

create table gpg_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  key text not null,
  fingerprint text not null,
  subkey_ids text[] not null,
  emails text[] not null,
  created_at timestamptz not null default now()
);
create unique index gpg_keys_fingerprint on gpg_keys (fingerprint);
create index gpg_keys_by_user on gpg_keys (user_id, id);
