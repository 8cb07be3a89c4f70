-- What a person did with a file of a merge request. A mark belongs to a change (path, modes and both blobs), so that it
-- falls by itself when the file changes, and stands again when the file is as it was.
create table file_marks (
  user_id bigint not null references users on delete cascade,
  merge_request_id bigint not null references merge_requests (id) on delete cascade,
  change_id text not null,
  viewed boolean not null default false,
  -- null: as the page says
  collapsed boolean,
  marked_at timestamptz not null,
  primary key (user_id, merge_request_id, change_id)
);
create index file_marks_of_merge_request on file_marks (merge_request_id);
