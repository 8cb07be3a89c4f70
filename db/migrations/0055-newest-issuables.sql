-- The newest issuables of every project: a list of many projects walks them until its page is full.
create index issuables_newest on issuables (series, created_at desc, id desc);
create index issuables_latest on issuables (series, updated_at desc, id desc);
create index issuables_closed on issuables (series, closed_at desc, id desc) where closed_at is not null;
