-- Whether members of a project can ask assignees and reviewers of its merge requests for their attention.
alter table projects add column attention_requests_enabled boolean not null default false;
alter table issuable_assignees add column attention_requested boolean not null default false;
alter table merge_request_reviewers add column attention_requested boolean not null default false;

alter table todos drop constraint todos_action_check, add constraint todos_action_check check (action in ('assigned', 'mentioned',
  'build_failed', 'marked', 'approval_required', 'unmergeable', 'directly_addressed', 'merge_train_removed', 'review_requested',
  'member_access_requested', 'review_submitted', 'attention_requested'));
