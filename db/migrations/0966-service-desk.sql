-- Requests by email and by a public form: the address of a project is made of its own columns, as the API shows it with the project.
alter table projects
  add column service_desk_enabled boolean not null default false,
  add column service_desk_key text,
  add column service_desk_custom_address text,
  add constraint projects_service_desk_key_check check (service_desk_key ~ '^[a-z0-9_]{1,50}$'),
  add constraint projects_service_desk_custom_address_check check (length(service_desk_custom_address) <= 254);
create unique index projects_service_desk_custom_address on projects (lower(service_desk_custom_address));
create index projects_service_desk_key on projects (service_desk_key) where service_desk_key is not null;

-- The other settings of a service desk. A project without a row has the defaults.
create table service_desks (
  project_id bigint primary key references namespaces (id) on delete cascade,
  has_form boolean not null default false,
  sender_name text,
  thank_you text,
  new_note text,
  closing text,
  issue_template text,
  label_id bigint references labels (id) on delete set null,
  first_answer_hours integer,
  -- Automatic replies and loops that were not stored.
  ignored_mails bigint not null default 0,
  constraint service_desks_sender_name_check check (length(sender_name) <= 255),
  constraint service_desks_texts_check check (length(thank_you) <= 10000 and length(new_note) <= 10000 and length(closing) <= 10000 and length(issue_template) <= 100000),
  constraint service_desks_first_answer_hours_check check (first_answer_hours between 1 and 8760)
);
create index service_desks_of_label on service_desks (label_id) where label_id is not null;

-- The requester of an issue of the support bot. A row moves with its issue.
create table service_desk_requests (
  issuable_id bigint primary key references issuables (id) on delete cascade,
  -- The project that received it, wherever the issue is now; null once that project is deleted.
  desk_id bigint references namespaces (id) on delete set null,
  email text not null,
  name text not null default '',
  message_id text,
  -- The mail server of the site could not confirm the sender.
  is_unverified boolean not null default false,
  answered_at timestamptz,
  created_at timestamptz not null,
  constraint service_desk_requests_email_check check (length(email) <= 254),
  constraint service_desk_requests_name_check check (length(name) <= 255)
);
create index service_desk_requests_by_message on service_desk_requests (desk_id, message_id);

-- Secret links to the page of a request, by their SHA-256.
create table service_desk_links (
  token_hash bytea primary key,
  issuable_id bigint not null references issuables (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  constraint service_desk_links_email_check check (length(email) <= 254)
);
create index service_desk_links_of_issuable on service_desk_links (issuable_id);

-- Puzzles that forms have used, until they expire.
create table used_puzzles (
  id text primary key,
  expires_at timestamptz not null
);

-- These wrote to a service desk, or were copied in: they get the answers without a confirmation.
alter table issue_email_participants add column is_of_service_desk boolean not null default false;

-- The address of the person for whom the support bot wrote a comment.
alter table notes add column external_author text, add column external_is_unverified boolean not null default false;
