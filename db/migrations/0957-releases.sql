-- A release presents a tag: a name, notes and the files to download. The row stays when the tag is deleted.
create table releases (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  tag text not null,
  name text not null,
  description text not null default '',
  description_html text not null default '',
  author_id bigint references users on delete set null,
  -- The commit of the tag when the release was created.
  sha text not null,
  -- A moment in the future makes an upcoming release.
  released_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index releases_by_tag on releases (project_id, tag);
create index releases_by_day on releases (project_id, released_at desc, id desc);
-- Upcoming releases are found by the moment they are due.
create index releases_by_moment on releases (released_at);
create index releases_of_author on releases (author_id) where author_id is not null;

-- Files and pages that belong to a release, beside the archives of its source code.
create table release_links (
  id bigint generated always as identity primary key,
  release_id bigint not null references releases on delete cascade,
  name text not null,
  url text not null,
  -- The path of a permanent address below the release, with a slash in front.
  filepath text,
  link_type text not null default 'other' check (link_type in ('other', 'runbook', 'image', 'package')),
  created_at timestamptz not null default now()
);
create unique index release_links_by_name on release_links (release_id, name);
create unique index release_links_by_url on release_links (release_id, url);
create unique index release_links_by_filepath on release_links (release_id, filepath) where filepath is not null;

create table release_milestones (
  release_id bigint not null references releases on delete cascade,
  milestone_id bigint not null references milestones on delete cascade,
  primary key (release_id, milestone_id)
);
create index releases_of_milestone on release_milestones (milestone_id);

-- What a release was made of at one moment, as the bytes of a JSON text with their SHA-256 digest.
create table release_evidences (
  id bigint generated always as identity primary key,
  release_id bigint not null references releases on delete cascade,
  summary text not null,
  sha256 text not null,
  collected_at timestamptz not null default now()
);
create index evidences_of_release on release_evidences (release_id, id);

create trigger releases_without_mail_keys before insert or update of description, description_html on releases for each row
  when (holds_mail_key(new.description) or holds_mail_key(new.description_html))
  execute function blank_mail_keys_in_row('description', 'description_html');
