-- Whom a project pages about an incident that nobody takes care of, and when.
create table escalation_policies (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  name text not null check (length(name) between 1 and 72),
  description text not null default '' check (length(description) <= 160),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index escalation_policies_by_name on escalation_policies (namespace_id, lower(name));

create table escalation_rules (
  id bigint generated always as identity primary key,
  policy_id bigint not null references escalation_policies on delete cascade,
  user_id bigint not null references users on delete cascade,
  elapsed_minutes integer not null check (elapsed_minutes between 0 and 1440),
  status text not null check (status in ('ACKNOWLEDGED', 'RESOLVED')),
  unique (policy_id, user_id, elapsed_minutes, status)
);
create index escalation_rules_of_user on escalation_rules (user_id);

alter table issuables add column escalation_policy_id bigint references escalation_policies on delete set null;
create index issuables_of_escalation_policy on issuables (escalation_policy_id) where escalation_policy_id is not null;

-- The pages of incidents that are yet to be sent. A rule that is deleted pages nobody.
create table pending_pages (
  issuable_id bigint not null references issuables on delete cascade,
  rule_id bigint not null references escalation_rules on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  due_at timestamptz not null,
  primary key (issuable_id, rule_id)
);
create index pending_pages_by_time on pending_pages (due_at);
create index pending_pages_of_rule on pending_pages (rule_id);
create index pending_pages_of_namespace on pending_pages (namespace_id);
