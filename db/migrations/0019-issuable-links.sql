-- Two items that have to do with each other, at most once. "Is blocked by" is "blocks" the other way round.
create table issuable_links (
  id bigint generated always as identity primary key,
  -- of the source
  namespace_id bigint not null,
  source_id bigint not null references issuables on delete cascade,
  target_id bigint not null references issuables on delete cascade,
  link_type text not null default 'relates_to' check (link_type in ('relates_to', 'blocks')),
  -- where it stands among the links of each side, once somebody ordered them; those without a place come last
  source_position integer,
  target_position integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (source_id <> target_id)
);
create unique index issuable_links_once on issuable_links (least(source_id, target_id), greatest(source_id, target_id));
create index issuable_links_of_source on issuable_links (source_id, link_type);
create index issuable_links_of_target on issuable_links (target_id, link_type);
