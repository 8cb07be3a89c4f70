-- A commit that is commented on is an issuable too: its row comes with the first comment, and its number is the beginning of its SHA.
alter table issuables drop constraint issuables_type_check;
alter table issuables add constraint issuables_type_check check (type in ('issue', 'incident', 'test_case', 'requirement', 'task',
  'objective', 'key_result', 'ticket', 'epic', 'merge_request', 'commit'));

create table discussed_commits (
  id bigint primary key references issuables on delete cascade,
  sha text not null
);
