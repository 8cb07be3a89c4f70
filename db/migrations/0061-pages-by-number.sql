-- A far page of the usual order is found by the index alone: the rows before it are not read.
create index new_issuables_by_created on issuables (namespace_id, series, state, created_at desc, id desc) include (hidden, confidential, author_id);
create index new_issuables_by_created_all on issuables (namespace_id, series, created_at desc, id desc) include (hidden, confidential, author_id);
drop index issuables_by_created;
alter index new_issuables_by_created rename to issuables_by_created;
drop index issuables_by_created_all;
alter index new_issuables_by_created_all rename to issuables_by_created_all;
