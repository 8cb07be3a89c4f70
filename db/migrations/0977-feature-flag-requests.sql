-- Changes of feature flags that wait for people who may deploy to a protected environment.
create table feature_flag_requests (
  id bigint generated always as identity primary key,
  flag_id bigint not null references feature_flags on delete cascade,
  author_id bigint references users on delete set null,
  -- The flag as the author saw it: the request is applied only while it is the same.
  before jsonb not null,
  -- No `after`: the flag is to be deleted.
  after jsonb,
  -- The environments to which the author may not deploy.
  environments text[] not null,
  comment text,
  state text not null default 'pending' check (state in ('pending', 'applied', 'rejected', 'withdrawn')),
  decider_id bigint references users on delete set null,
  decision text,
  decided_at timestamptz,
  created_at timestamptz not null
);
create index feature_flag_requests_of_flag on feature_flag_requests (flag_id, id desc);
create index feature_flag_requests_of_author on feature_flag_requests (author_id);
create index feature_flag_requests_of_decider on feature_flag_requests (decider_id);

-- The person who approved a change that its author alone may not make.
alter table feature_flag_changes add column approver_id bigint references users on delete set null;
create index feature_flag_changes_of_approver on feature_flag_changes (approver_id);
