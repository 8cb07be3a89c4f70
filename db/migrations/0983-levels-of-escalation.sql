-- A rule pages a user, the people on call in a schedule, or the direct members of a group.
alter table escalation_rules
  alter column user_id drop not null,
  add column schedule_id bigint references oncall_schedules on delete cascade,
  add column group_id bigint references groups on delete cascade,
  add constraint escalation_rules_target check (num_nonnulls(user_id, schedule_id, group_id) = 1);
create index escalation_rules_of_schedule on escalation_rules (schedule_id) where schedule_id is not null;
create index escalation_rules_of_group on escalation_rules (group_id) where group_id is not null;
create unique index escalation_rules_by_schedule on escalation_rules (policy_id, schedule_id, elapsed_minutes, status) where schedule_id is not null;
create unique index escalation_rules_by_group on escalation_rules (policy_id, group_id, elapsed_minutes, status) where group_id is not null;

-- The rules are repeated some minutes after the last of them, and a reminder goes out while nothing but an acknowledgment follows.
alter table escalation_policies
  add column repeat_count integer not null default 0 check (repeat_count between 0 and 9),
  add column repeat_minutes integer not null default 10 check (repeat_minutes between 1 and 1440),
  add column reminder_minutes integer check (reminder_minutes between 5 and 1440);

alter table pending_pages add column round integer not null default 0;
alter table pending_pages drop constraint pending_pages_pkey, add primary key (issuable_id, rule_id, round);

create table pending_reminders (
  issuable_id bigint primary key references issuables on delete cascade,
  -- Who acknowledged it.
  user_id bigint not null references users on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  due_at timestamptz not null
);
create index pending_reminders_by_time on pending_reminders (due_at);
create index pending_reminders_of_user on pending_reminders (user_id);
create index pending_reminders_of_namespace on pending_reminders (namespace_id);
