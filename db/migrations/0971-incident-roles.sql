-- Who leads the response to an incident, and who tells others about it.
create table incident_roles (
  incident_id bigint not null references issuables on delete cascade,
  role text not null check (role in ('commander', 'communications')),
  user_id bigint not null references users on delete cascade,
  primary key (incident_id, role)
);
create index incident_roles_of_user on incident_roles (user_id);
