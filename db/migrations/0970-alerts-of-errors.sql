-- New errors of the project, and those that occur again after they were resolved, become alerts.
alter table alert_settings add column errors_create_alerts boolean not null default false;
