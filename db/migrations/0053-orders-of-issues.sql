-- The issues of each project in the orders of position and of id, and those of a milestone: a list is walked along them.
create index issuables_by_position on issuables (namespace_id, series, state, relative_position, id desc);
create index issuables_by_id on issuables (namespace_id, series, state, id desc);
drop index issuables_of_milestone;
create index issuables_of_milestone on issuables (milestone_id, state, id desc) where milestone_id is not null;
create index labels_by_title on labels (title);
create index milestones_by_title on milestones (title);
