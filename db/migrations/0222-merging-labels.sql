-- The label into which a job merges this one.
alter table labels add column merging_into_id bigint references labels on delete set null;
create index labels_merging on labels (merging_into_id) where merging_into_id is not null;
