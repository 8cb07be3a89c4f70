-- The topics by which projects are found. A project lists the names of its topics, each spelled as it is here.
create table topics (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 255),
  title text not null,
  description text not null default '',
  description_html text not null default '',
  avatar_upload_id bigint references uploads on delete set null,
  -- An administrator created or changed it: everybody may know of it, also while no project that they see has it.
  curated boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index topics_by_name on topics (lower(name));
create index topics_avatar on topics (avatar_upload_id) where avatar_upload_id is not null;
create index projects_of_topic on projects using gin (topics);

insert into topics (name, title, created_at, updated_at)
select distinct on (lower(name)) name, name, now(), now()
from projects, unnest(topics) given, left(given, 255) name where name <> '' order by lower(name), name;
update projects p set topics = array(
  select t.name from unnest(p.topics) with ordinality given (name, place) join topics t on lower(t.name) = lower(left(given.name, 255))
  group by t.name order by min(given.place))
where p.topics <> '{}';
