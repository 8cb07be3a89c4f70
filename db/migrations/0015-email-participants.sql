-- Addresses outside of the site to which the comments of an issue go out.
create table issue_email_participants (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references issuables on delete cascade,
  email text not null check (length(email) <= 254),
  created_at timestamptz not null,
  unique (issuable_id, email)
);
