-- The issue that looks back on an incident.
create table incident_postmortems (
  incident_id bigint primary key references issuables on delete cascade,
  issue_id bigint not null unique references issuables on delete cascade,
  created_at timestamptz not null
);
