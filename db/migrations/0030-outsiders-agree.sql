-- An address outside of the site gets mails of a group's or person's projects once its owner has agreed to that.
create table outside_consents (
  email text not null check (length(email) <= 254),
  root_id bigint not null references namespaces on delete cascade,
  asked_by_id bigint references users on delete set null,
  asked_at timestamptz not null,
  agreed_at timestamptz,
  primary key (email, root_id)
);
create index outside_consents_root on outside_consents (root_id);
create index outside_consents_asked on outside_consents (asked_by_id, asked_at);

-- Addresses whose owners said no: they are never asked again.
create table declined_addresses (
  email text primary key check (length(email) <= 254),
  declined_at timestamptz not null
);

-- Who gets mails already could stop them by a link in each.
insert into outside_consents (email, root_id, asked_at, agreed_at)
select p.email, n.ancestor_ids[1], min(p.created_at), min(p.created_at)
from issue_email_participants p join issuables i on i.id = p.issuable_id join namespaces n on n.id = i.namespace_id
group by p.email, n.ancestor_ids[1];

create index issue_email_participants_by_email on issue_email_participants (email);

-- Whose doing a mail to an address outside of the site is: what is counted for the hourly limits.
alter table mails add column author_id bigint references users on delete set null;
create index mails_of_author on mails (author_id, created_at) where author_id is not null;
create index mails_outside on mails (recipient, created_at) where user_id is null;
