-- Emails about new releases. A key of `sent_notifications` ends the emails about one item, or about the releases of a project.
alter table sent_notifications alter issuable_id drop not null,
  add project_id bigint references namespaces on delete cascade,
  -- Keeps a job that is tried again from telling the same person twice.
  add release_id bigint references releases on delete set null,
  add constraint sent_notifications_subject_check check (num_nonnulls(issuable_id, project_id) = 1);
create index sent_notifications_of_project on sent_notifications (project_id) where project_id is not null;
create unique index sent_notifications_of_release on sent_notifications (release_id, user_id) where release_id is not null;

-- A person who unsubscribed from the releases of a project, and otherwise keeps the level.
alter table notification_settings add releases_muted boolean not null default false;
