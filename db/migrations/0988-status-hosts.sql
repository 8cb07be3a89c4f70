-- The host name of its own under which the server answers nothing but the status page of a project.
create table status_hosts (
  namespace_id bigint primary key references namespaces on delete cascade,
  host text not null check (host = lower(host) and length(host) between 4 and 253)
);
create unique index status_hosts_by_host on status_hosts (host);
