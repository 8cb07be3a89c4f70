-- Who brought commits into a project. It stays when they are no member any more.
create table project_contributors (
  namespace_id bigint not null references namespaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (namespace_id, user_id)
);
create index project_contributors_of_user on project_contributors (user_id);

insert into project_contributors (namespace_id, user_id)
select distinct e.namespace_id, e.actor_id from events e join namespaces n on n.id = e.namespace_id join users u on u.id = e.actor_id
where e.name = 'repository.pushed';
