-- Deleting a row looks for those that refer to it, by each foreign key: each has an index that begins with its column.
-- Columns that are mostly empty have a partial one, which costs an insert nothing.

create index abuse_reports_closed_by on abuse_reports (closed_by_id) where closed_by_id is not null;
create index abuse_reports_reporter on abuse_reports (reporter_id) where reporter_id is not null;
create index abuse_reports_about on abuse_reports (user_id);

create index description_versions_of_author on description_versions (author_id) where author_id is not null;
create index issuable_references_of_note on issuable_references (source_note_id) where source_note_id is not null;
create index mentions_of_note on mentions (note_id) where note_id is not null;

create index issuables_closed_by on issuables (closed_by_id) where closed_by_id is not null;
create index issuables_duplicated_to on issuables (duplicated_to_id) where duplicated_to_id is not null;
create index issuables_edited_by on issuables (last_edited_by_id) where last_edited_by_id is not null;
create index issuables_moved_to on issuables (moved_to_id) where moved_to_id is not null;
create index issuables_updated_by on issuables (updated_by_id) where updated_by_id is not null;

create index label_priorities_of_label on label_priorities (label_id);
create index label_subscriptions_of_project on label_subscriptions (project_id) where project_id is not null;
create index label_subscriptions_of_user on label_subscriptions (user_id);

create index mails_of_user on mails (user_id) where user_id is not null;
create index members_created_by on members (created_by_id) where created_by_id is not null;
create index namespaces_avatar on namespaces (avatar_upload_id) where avatar_upload_id is not null;
create index namespaces_creator on namespaces (creator_id) where creator_id is not null;
create index namespaces_of_owner on namespaces (owner_id) where owner_id is not null;

create index notes_edited_by on notes (last_edited_by_id) where last_edited_by_id is not null;
create index notes_resolved_by on notes (resolved_by_id) where resolved_by_id is not null;
-- A note goes with its issuable, which goes with its namespace: a second way there costs each comment an index and a look-up.
alter table notes drop constraint notes_namespace_id_fkey;
alter table deleted_notes drop constraint deleted_notes_namespace_id_fkey;

create index notices_of_author on notices (author_id) where author_id is not null;
create index notices_of_user on notices (user_id);
create index password_resets_of_user on password_resets (user_id);
create index personal_access_tokens_previous on personal_access_tokens (previous_id) where previous_id is not null;
create index received_mails_of_user on received_mails (user_id);
create index sent_notifications_of_note on sent_notifications (note_id) where note_id is not null;

create index todos_of_author on todos (author_id);
create index todos_of_note on todos (note_id) where note_id is not null;
drop index todos_of_issuable;
create index todos_of_issuable on todos (issuable_id, user_id, state) where issuable_id is not null;

create index uploads_of_user on uploads (user_id) where user_id is not null;
create index users_avatar on users (avatar_upload_id) where avatar_upload_id is not null;
create index users_created_by on users (created_by_id) where created_by_id is not null;

-- One change of the counts for all issues that go with one statement, instead of one for each.
drop trigger issuables_uncounted on issuables;

create function issues_deleted() returns trigger language plpgsql as $$
begin
  update projects p set
    open_issues_count = open_issues_count - c.opened,
    closed_issues_count = closed_issues_count - c.closed,
    open_confidential_issues_count = open_confidential_issues_count - c.opened_confidential,
    closed_confidential_issues_count = closed_confidential_issues_count - c.closed_confidential
  from (
    select namespace_id, count(*) filter (where state = 'opened') as opened, count(*) filter (where state = 'closed') as closed,
      count(*) filter (where state = 'opened' and confidential) as opened_confidential,
      count(*) filter (where state = 'closed' and confidential) as closed_confidential
    from removed where series = 'issue' and not hidden group by namespace_id
  ) c
  where p.id = c.namespace_id;
  return null;
end $$;

create trigger issuables_uncounted after delete on issuables referencing old table as removed
  for each statement execute function issues_deleted();
