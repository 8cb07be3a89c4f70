-- How the heads of a merge request's branches, as they were checked last, are related; null where they are still to be checked.
alter table merge_requests add column divergence text check (divergence in ('missing', 'contained', 'ahead', 'diverged'));
-- Those that were checked before this was stored are checked again by the job that follows unchecked ones.
update merge_requests set merge_status = 'unchecked', checked_heads = null where is_open and merging is null;
create index merge_requests_unchecked on merge_requests (id) where is_open and merging is null and divergence is null;
