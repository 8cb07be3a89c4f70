-- What an issue was from a moment on, while it is in a milestone or iteration and when it leaves: the charts of both are sums of these rows.
create table timebox_snapshots (
  id bigint generated always as identity primary key,
  namespace_id bigint not null,
  issuable_id bigint not null references issuables on delete cascade,
  at timestamptz not null,
  state text not null,
  weight integer,
  milestone_id bigint references milestones on delete set null,
  iteration_id bigint references iterations on delete set null
);
create index timebox_snapshots_of_issuable on timebox_snapshots (issuable_id, at, id);
create index timebox_snapshots_of_milestone on timebox_snapshots (milestone_id, issuable_id) where milestone_id is not null;
create index timebox_snapshots_of_iteration on timebox_snapshots (iteration_id, issuable_id) where iteration_id is not null;

create function snapshot_timebox() returns trigger language plpgsql as $$
declare
  moment timestamptz := now();
  is_imported_closed boolean := tg_op = 'INSERT' and new.state = 'closed' and new.closed_at > new.created_at;
begin
  if tg_op = 'INSERT' then
    moment := new.created_at;
  elsif new.updated_at is distinct from old.updated_at then
    moment := new.updated_at;
  end if;
  insert into timebox_snapshots (namespace_id, issuable_id, at, state, weight, milestone_id, iteration_id)
  values (new.namespace_id, new.id, moment, case when is_imported_closed then 'opened' else new.state end, new.weight, new.milestone_id, new.iteration_id);
  if is_imported_closed then
    insert into timebox_snapshots (namespace_id, issuable_id, at, state, weight, milestone_id, iteration_id)
    values (new.namespace_id, new.id, new.closed_at, new.state, new.weight, new.milestone_id, new.iteration_id);
  end if;
  return null;
end $$;

create trigger timebox_entered after insert on issuables for each row
  when (new.series = 'issue' and (new.milestone_id is not null or new.iteration_id is not null))
  execute function snapshot_timebox();
create trigger timebox_changed after update of state, weight, milestone_id, iteration_id on issuables for each row
  when (new.series = 'issue' and (old.state, old.weight, old.milestone_id, old.iteration_id) is distinct from (new.state, new.weight, new.milestone_id, new.iteration_id)
    and (old.milestone_id is not null or old.iteration_id is not null or new.milestone_id is not null or new.iteration_id is not null))
  execute function snapshot_timebox();

-- What is known of the time before, from the system notes that tell of the same changes.
insert into timebox_snapshots (namespace_id, issuable_id, at, state, weight, milestone_id, iteration_id)
with told as materialized (
  select n.id, n.issuable_id, n.created_at as at, n.system_action as action, n.system_details as details from notes n join issuables i on i.id = n.issuable_id
  where n.system and n.system_action in ('closed', 'opened', 'weight', 'milestone', 'iteration') and i.series = 'issue'
), issues as (
  select i.* from issuables i where i.series = 'issue' and (i.milestone_id is not null or i.iteration_id is not null
    or i.id in (select issuable_id from told where action in ('milestone', 'iteration')))
), firsts as (
  select issuable_id, bool_or(action in ('closed', 'opened')) as has_state, bool_or(action = 'weight') as has_weight,
    bool_or(action = 'milestone') as has_milestone, bool_or(action = 'iteration') as has_iteration,
    (array_agg(details->>'from' order by at, id) filter (where action = 'milestone'))[1]::bigint as milestone_id,
    (array_agg(details->>'from' order by at, id) filter (where action = 'iteration'))[1]::bigint as iteration_id,
    max(at) as last_at
  from told group by issuable_id
), changes as (
  select i.id as issuable_id, i.created_at as at, 0::bigint as place, 'opened' as state, true as sets_state,
    case when coalesce(f.has_weight, false) then null else i.weight end as weight, true as sets_weight,
    case when coalesce(f.has_milestone, false) then f.milestone_id else i.milestone_id end as milestone_id, true as sets_milestone,
    case when coalesce(f.has_iteration, false) then f.iteration_id else i.iteration_id end as iteration_id, true as sets_iteration
  from issues i left join firsts f on f.issuable_id = i.id
  union all
  select t.issuable_id, t.at, t.id, t.action, t.action in ('closed', 'opened'), (t.details->>'weight')::integer, t.action = 'weight',
    (t.details->>'to')::bigint, t.action = 'milestone', (t.details->>'to')::bigint, t.action = 'iteration'
  from told t join issues i on i.id = t.issuable_id
  union all
  select i.id, i.closed_at, 1, 'closed', true, null, false, null, false, null, false
  from issues i left join firsts f on f.issuable_id = i.id where i.state = 'closed' and i.closed_at is not null and not coalesce(f.has_state, false)
  union all
  -- Nothing tells of a milestone that was deleted or promoted.
  select i.id, greatest(i.updated_at, f.last_at), 9223372036854775807, i.state, true, i.weight, true, i.milestone_id, true, i.iteration_id, true
  from issues i left join firsts f on f.issuable_id = i.id
), numbered as (
  select c.*, count(*) filter (where sets_state) over so_far as state_no, count(*) filter (where sets_weight) over so_far as weight_no,
    count(*) filter (where sets_milestone) over so_far as milestone_no, count(*) filter (where sets_iteration) over so_far as iteration_no
  from changes c window so_far as (partition by issuable_id order by at, place rows unbounded preceding)
), filled as (
  select issuable_id, at, place, first_value(state) over (partition by issuable_id, state_no order by at, place) as state,
    first_value(weight) over (partition by issuable_id, weight_no order by at, place) as weight,
    first_value(milestone_id) over (partition by issuable_id, milestone_no order by at, place) as milestone_id,
    first_value(iteration_id) over (partition by issuable_id, iteration_no order by at, place) as iteration_id
  from numbered
), known as (
  select f.issuable_id, f.at, f.place, f.state, f.weight, m.id as milestone_id, t.id as iteration_id
  from filled f left join milestones m on m.id = f.milestone_id left join iterations t on t.id = f.iteration_id
), compared as (
  select k.*, lag((state, weight, milestone_id, iteration_id)) over (partition by issuable_id order by at, place) as before from known k
)
select i.namespace_id, c.issuable_id, c.at, c.state, c.weight, c.milestone_id, c.iteration_id
from compared c join issuables i on i.id = c.issuable_id
where c.before is null or (c.state, c.weight, c.milestone_id, c.iteration_id) is distinct from c.before
order by c.issuable_id, c.at, c.place;
