-- Customers of a group: organizations, and people who are reached by email or phone. They belong to top-level groups.
alter table groups add column contacts_enabled boolean not null default false;

create table organizations (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  name text not null check (length(name) <= 255),
  description text not null default '' check (length(description) <= 1024),
  default_rate double precision,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index organizations_by_name on organizations (namespace_id, lower(name));
create index organizations_in_order on organizations (namespace_id, active, lower(name), id);

create table contacts (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces (id) on delete cascade,
  organization_id bigint references organizations (id) on delete set null,
  first_name text not null check (length(first_name) <= 255),
  last_name text not null check (length(last_name) <= 255),
  email text check (length(email) <= 255),
  phone text check (length(phone) <= 32),
  description text not null default '' check (length(description) <= 1024),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Quick actions name contacts by their addresses.
create unique index contacts_by_email on contacts (namespace_id, lower(email));
create index contacts_in_order on contacts (namespace_id, active, lower(last_name), lower(first_name), id);
create index contacts_of_organization on contacts (organization_id);

create table issuable_contacts (
  issuable_id bigint not null references issuables (id) on delete cascade,
  contact_id bigint not null references contacts (id) on delete cascade,
  namespace_id bigint not null,
  primary key (issuable_id, contact_id)
);
create index issuable_contacts_of_contact on issuable_contacts (contact_id, issuable_id);
