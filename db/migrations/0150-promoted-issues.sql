-- The epic as which an issue goes on.
alter table issuables add column promoted_to_id bigint references issuables (id) on delete set null;
create index issuables_promoted_to on issuables (promoted_to_id) where promoted_to_id is not null;
