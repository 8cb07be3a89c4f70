-- An alert is an issuable, whose title, status, assignee and discussion stand there; here is what its monitoring tool sent.
alter table issuables drop constraint issuables_type_check;
alter table issuables add constraint issuables_type_check check (type in ('issue', 'incident', 'test_case', 'requirement', 'task',
  'objective', 'key_result', 'ticket', 'epic', 'merge_request', 'commit', 'alert'));

create table alerts (
  id bigint primary key references issuables on delete cascade,
  namespace_id bigint not null references namespaces on delete cascade,
  severity text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNKNOWN')),
  -- Triggered or acknowledged. Repeated events are counted while it is.
  is_open boolean not null default true,
  event_count integer not null default 1,
  started_at timestamptz not null,
  ended_at timestamptz,
  description text not null default '',
  monitoring_tool text not null default '',
  service text not null default '',
  hosts text[] not null default '{}',
  environment text not null default '',
  runbook text not null default '',
  -- The other fields of its payload, flattened: a name and a text for each.
  details jsonb not null default '{}',
  details_left_out integer not null default 0,
  fingerprint bytea not null,
  -- The incident that was created from it or linked to it.
  incident_id bigint references issuables on delete set null
);
create unique index alerts_open_by_fingerprint on alerts (namespace_id, fingerprint) where is_open;
create index alerts_by_start on alerts (namespace_id, is_open, started_at desc, id desc);
create index alerts_of_incident on alerts (incident_id) where incident_id is not null;

create table alert_settings (
  id bigint primary key references namespaces on delete cascade,
  creates_incidents boolean not null default false,
  closes_incidents boolean not null default false,
  -- Whom alerts page; null where the project has one policy at most.
  escalation_policy_id bigint references escalation_policies on delete set null
);
create index alert_settings_of_policy on alert_settings (escalation_policy_id) where escalation_policy_id is not null;

-- The requests of an integration in the minute that began last.
alter table alert_integrations
  add column minute_began_at timestamptz not null default '-infinity',
  add column minute_count integer not null default 0;
