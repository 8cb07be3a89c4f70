-- How people like the site, by their own word. Whoever answered or dismissed the question is asked again later.
create table survey_answers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text,
  created_at timestamptz not null
);
create index survey_answers_of_user on survey_answers (user_id, created_at);

create table survey_dismissals (
  user_id bigint primary key references users on delete cascade,
  dismissed_at timestamptz not null
);
