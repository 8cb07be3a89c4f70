-- The messages of a project's pages are listed, the newest first.
alter table page_deliveries add column namespace_id bigint references namespaces on delete cascade;
update page_deliveries d set namespace_id = i.namespace_id from issuables i where i.id = d.issuable_id;
create index page_deliveries_of_namespace on page_deliveries (namespace_id, id) where namespace_id is not null;
