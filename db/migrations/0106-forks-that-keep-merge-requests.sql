-- Merge requests of a fork go to the fork itself, not upstream, unless told otherwise.
alter table projects add column mr_default_target_self boolean not null default false;
