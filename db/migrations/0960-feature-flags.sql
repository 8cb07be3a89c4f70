-- Lists of user ids that strategies of flags name.
create table feature_flag_user_lists (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  iid integer not null,
  name text not null,
  -- Joined by commas.
  user_xids text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (namespace_id, iid),
  constraint feature_flag_user_lists_name_key unique (namespace_id, name)
);

create table feature_flags (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  iid integer not null,
  name text not null,
  description text,
  active boolean not null,
  -- Environments in which an active flag is switched off.
  off_in text[] not null default '{}',
  type text not null check (type in ('release', 'experiment', 'operational', 'kill-switch', 'permission')),
  -- A permanent flag is never stale.
  permanent boolean not null default false,
  -- Days that it is expected to live.
  lifetime_days integer not null,
  author_id bigint references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (namespace_id, iid),
  constraint feature_flags_name_key unique (namespace_id, name)
);
create index feature_flags_of_author on feature_flags (author_id);

create table feature_flag_strategies (
  id bigint generated always as identity primary key,
  flag_id bigint not null references feature_flags on delete cascade,
  name text not null check (name in ('default', 'gradualRolloutUserId', 'userWithId', 'flexibleRollout', 'gitlabUserList')),
  parameters jsonb not null,
  constraints jsonb not null default '[]',
  variants jsonb not null default '[]',
  -- A list in use is deleted only with its project.
  user_list_id bigint references feature_flag_user_lists on delete cascade
);
create index feature_flag_strategies_of_flag on feature_flag_strategies (flag_id, id);
create index feature_flag_strategies_of_user_list on feature_flag_strategies (user_list_id);

create table feature_flag_scopes (
  id bigint generated always as identity primary key,
  strategy_id bigint not null references feature_flag_strategies on delete cascade,
  environment_scope text not null,
  unique (strategy_id, environment_scope)
);

create table feature_flag_issues (
  id bigint generated always as identity primary key,
  flag_id bigint not null references feature_flags on delete cascade,
  issuable_id bigint not null references issuables on delete cascade,
  created_at timestamptz not null,
  unique (issuable_id, flag_id)
);
create index feature_flag_issues_of_flag on feature_flag_issues (flag_id, id);

-- The history of a flag: the flag before and after each change. No `before`: it was created.
create table feature_flag_changes (
  id bigint generated always as identity primary key,
  flag_id bigint not null references feature_flags on delete cascade,
  author_id bigint references users on delete set null,
  before jsonb,
  after jsonb not null,
  created_at timestamptz not null
);
create index feature_flag_changes_of_flag on feature_flag_changes (flag_id, id desc);
create index feature_flag_changes_of_author on feature_flag_changes (author_id);

-- What clients present to read the flags of a project: the instance ID of GitLab's clients, whose environment is the name of their
-- application, or a token of Unleash's clients for one environment. Only hashes are stored.
create table feature_flag_tokens (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  kind text not null check (kind in ('instance', 'client', 'frontend')),
  name text not null,
  environment text,
  token_hash bytea not null unique,
  -- The end of the token, by which a person recognizes it.
  ending text not null,
  creator_id bigint references users on delete set null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'instance') = (environment is null))
);
create index feature_flag_tokens_of_namespace on feature_flag_tokens (namespace_id, id);
create index feature_flag_tokens_of_creator on feature_flag_tokens (creator_id);

-- Evaluations that clients reported.
create table feature_flag_hours (
  flag_id bigint not null references feature_flags on delete cascade,
  environment text not null,
  hour timestamptz not null,
  yes bigint not null,
  no bigint not null,
  primary key (flag_id, environment, hour)
);
create index feature_flag_hours_old on feature_flag_hours (hour);

create table feature_flag_environments (
  flag_id bigint not null references feature_flags on delete cascade,
  environment text not null,
  last_seen_at timestamptz not null,
  primary key (flag_id, environment)
);

-- These tokens are blanked in texts as the others are.
create or replace function holds_mail_key(given text) returns boolean
  language sql immutable parallel safe
  return given ~* '/-/sent_notifications/[a-z0-9_.-]{20}|x-gitlab-reply-key|reply(\+|%2b)[0-9a-z]{1,10}-[0-9a-z]{1,10}-|incoming(\+|%2b)[0-9a-z-]{28}|feed_token=glft-|(confirmation|reset_password)_token=|(glpat|gldt|glffct)-[a-z0-9_-]{20}';

create or replace function blank_tokens(given text) returns text
  language plpgsql stable parallel safe
  as $$
declare
  token text;
begin
  for token in select distinct m[1] from regexp_matches(given, '((?:glpat|gldt|glffct)-[A-Za-z0-9_-]{20,100})', 'g') m loop
    if exists (select 1 from personal_access_tokens where token_hash = sha256(token::bytea))
        or exists (select 1 from deploy_tokens where token_hash = sha256(token::bytea))
        or exists (select 1 from feature_flag_tokens where token_hash = sha256(token::bytea)) then
      given := replace(given, token, '[removed]');
    end if;
  end loop;
  return given;
end
$$;
