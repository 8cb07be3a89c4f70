-- Of imports from another tracker: its people, each with the user that the person who imports has chosen for them, and how to
-- fetch its issues. The token is forgotten once they are fetched.
alter table issue_imports
  add column people jsonb not null default '[]',
  add column remote jsonb;
