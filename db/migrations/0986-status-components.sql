-- The parts of a product that its status page lists, in their order.
create table status_components (
  id bigint generated always as identity primary key,
  namespace_id bigint not null references namespaces on delete cascade,
  name text not null check (length(name) between 1 and 100),
  description text not null default '',
  -- Components with the same heading form a group.
  heading text not null default '',
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_components_of_namespace on status_components (namespace_id, position, id);

-- The texts for the public of an incident on the status page: its own title and description are never shown there.
create table published_incidents (
  issuable_id bigint primary key references issuables on delete cascade,
  title text not null check (length(title) between 1 and 200),
  started_at timestamptz not null,
  resolved_at timestamptz
);

create table published_updates (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references published_incidents on delete cascade,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  message text not null,
  created_at timestamptz not null
);
create index published_updates_of_incident on published_updates (issuable_id, created_at, id);

-- How an incident affects a component, and for how long.
create table published_impacts (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references published_incidents on delete cascade,
  component_id bigint not null references status_components on delete cascade,
  impact text not null check (impact in ('operational', 'degraded', 'partial_outage', 'major_outage')),
  starts_at timestamptz not null,
  ends_at timestamptz
);
create unique index published_impacts_now on published_impacts (issuable_id, component_id) where ends_at is null;
create index published_impacts_of_incident on published_impacts (issuable_id);
create index published_impacts_of_component on published_impacts (component_id, ends_at);

create table maintenance_components (
  window_id bigint not null references maintenance_windows on delete cascade,
  component_id bigint not null references status_components on delete cascade,
  primary key (window_id, component_id)
);
create index maintenance_components_of_component on maintenance_components (component_id);

-- Incidents that are published already keep the title that a person gave them. Descriptions were not written for the public.
insert into published_incidents (issuable_id, title, started_at, resolved_at)
select i.id, case when u.is_bot then 'Problem with our service' else left(i.title, 200) end, i.created_at,
  case when i.state = 'closed' then coalesce(i.closed_at, i.updated_at) end
from issuables i join users u on u.id = i.author_id where i.published_at is not null and i.type = 'incident';
insert into published_updates (issuable_id, status, message, created_at)
select issuable_id, 'investigating', 'We are looking into this problem.', started_at from published_incidents
union all
select issuable_id, 'resolved', 'This problem is solved.', resolved_at from published_incidents where resolved_at is not null;
