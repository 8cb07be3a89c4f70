-- The project or group whose token it is; null for a personal one. Its user is then a bot of its own.
alter table personal_access_tokens add column namespace_id bigint references namespaces on delete cascade;
create index personal_access_tokens_of_namespace on personal_access_tokens (namespace_id, id) where namespace_id is not null;
