-- The time within which the incidents of a project are to be resolved. Null: no limit for that severity.
create table incident_settings (
  project_id bigint primary key references namespaces on delete cascade,
  has_sla boolean not null default false,
  critical_minutes integer,
  high_minutes integer,
  medium_minutes integer,
  low_minutes integer,
  unknown_minutes integer,
  constraint incident_settings_minutes_check check (
    critical_minutes between 15 and 525600 and critical_minutes % 15 = 0 and high_minutes between 15 and 525600 and high_minutes % 15 = 0
    and medium_minutes between 15 and 525600 and medium_minutes % 15 = 0 and low_minutes between 15 and 525600 and low_minutes % 15 = 0
    and unknown_minutes between 15 and 525600 and unknown_minutes % 15 = 0)
);

create table incident_slas (
  issuable_id bigint primary key references issuables on delete cascade,
  due_at timestamptz not null,
  -- It was still open then.
  missed_at timestamptz,
  -- Follows the state of the incident, so that closed ones are not looked at again.
  is_running boolean not null default true
);
create index incident_slas_due on incident_slas (due_at, issuable_id) where is_running and missed_at is null;
