-- Bulk edits become change sets: of any kind of item, and one may take a single change of the log back.
alter table bulk_edits rename to change_sets;
alter table bulk_edit_items rename to change_set_items;
alter table change_set_items rename column bulk_edit_id to change_set_id;
alter sequence bulk_edits_id_seq rename to change_sets_id_seq;
alter table change_sets rename constraint bulk_edits_pkey to change_sets_pkey;
alter table change_sets rename constraint bulk_edits_namespace_id_fkey to change_sets_namespace_id_fkey;
alter table change_sets rename constraint bulk_edits_user_id_fkey to change_sets_user_id_fkey;
alter table change_sets rename constraint bulk_edits_undoes_id_fkey to change_sets_undoes_id_fkey;
alter table change_set_items rename constraint bulk_edit_items_pkey to change_set_items_pkey;
alter table change_set_items rename constraint bulk_edit_items_bulk_edit_id_fkey to change_set_items_change_set_id_fkey;
alter table change_set_items rename constraint bulk_edit_items_issuable_id_fkey to change_set_items_issuable_id_fkey;
alter table change_set_items rename constraint bulk_edit_items_outcome_check to change_set_items_outcome_check;
alter index bulk_edits_of_user rename to change_sets_of_user;
alter index bulk_edits_of_namespace rename to change_sets_of_namespace;
alter index bulk_edits_undoes rename to change_sets_undoes;
alter index bulk_edit_items_of_issuable rename to change_set_items_of_issuable;
alter index bulk_edit_items_waiting rename to change_set_items_waiting;
alter index bulk_edit_items_refused rename to change_set_items_refused;

alter table change_sets
  add column series text not null default 'issue',
  -- The single change that this one takes back. The log is purged by itself.
  add column undoes_event_id bigint,
  -- What it changed, in words, with the number of items: [{"before": "label bug added to", "after": "", "count": 2}]
  add column made jsonb not null default '[]',
  drop constraint bulk_edits_check,
  add constraint change_sets_check check (num_nonnulls(asked, undoes_id, undoes_event_id) = 1);
create unique index change_sets_undoes_event on change_sets (undoes_event_id);
create index change_sets_by_time on change_sets (user_id, created_at desc, id desc);

-- The changes of items that a person can undo one by one: those of change sets are undone with their set.
create index events_own_changes on events (actor_id, created_at desc, id desc)
  where name in ('issuable.changed', 'issue.closed', 'issue.reopened', 'merge_request.closed', 'merge_request.reopened',
    'epic.closed', 'epic.reopened') and payload->>'changeSetId' is null;
