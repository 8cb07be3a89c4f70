-- Reports of the time that was spent in a project, or by a person, the latest first.
create index timelogs_of_namespace on timelogs (namespace_id, spent_at desc, id desc);
drop index timelogs_of_user;
create index timelogs_of_user on timelogs (user_id, spent_at desc, id desc) where user_id is not null;
