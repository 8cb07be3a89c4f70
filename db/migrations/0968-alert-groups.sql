-- Alerts of one fault are gathered: the first alert of a group leads it, and pages for all of them.
alter table alerts
  -- SHA-256 of the rule and the values by which the alert is gathered; null where no rule holds.
  add column group_key bytea,
  -- What the group has in common: `Service: checkout`.
  add column grouped_by text not null default '',
  -- Null for an alert that leads its group, or is in none.
  add column group_lead_id bigint references alerts on delete set null,
  add column last_event_at timestamptz;
create index alerts_by_group on alerts (namespace_id, group_key, id) where group_key is not null;
create index alerts_of_lead on alerts (group_lead_id) where group_lead_id is not null;
create index alerts_leading on alerts (namespace_id, id) where group_lead_id is null;

alter table alert_settings
  -- The rules, in order: the fields whose values alerts of a group share, and within how many minutes.
  add column grouping_rules jsonb not null default '[{"fields": ["service"], "minutes": 10}]';

-- Times in which alerts neither create incidents nor page, because somebody works on what they are about.
create table maintenance_windows (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  title text not null check (length(title) between 1 and 255),
  -- The services of the alerts that are silenced; all alerts where empty.
  services text[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  author_id bigint references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index maintenance_windows_of_namespace on maintenance_windows (namespace_id, ends_at);
create index maintenance_windows_of_author on maintenance_windows (author_id) where author_id is not null;

alter table alerts
  -- The window in which the alert came, also after its end.
  add column maintenance_window_id bigint references maintenance_windows on delete set null,
  -- It came in a window, and pages once that is over.
  add column is_silenced boolean not null default false;
create index alerts_of_maintenance_window on alerts (maintenance_window_id) where maintenance_window_id is not null;
create index alerts_silenced on alerts (id) where is_silenced;

alter table alert_integrations
  -- Where the fields of an alert stand in the payload, by the keys of the generic payload.
  add column mapping jsonb not null default '{}',
  add column example_payload text not null default '';
