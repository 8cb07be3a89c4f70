-- Requests of people on call that another one takes their shift, perhaps for one of the other's own.
create table oncall_swaps (
  id bigint generated always as identity primary key,
  rotation_id bigint not null references oncall_rotations on delete cascade,
  from_user_id bigint not null references users on delete cascade,
  to_user_id bigint not null references users on delete cascade check (to_user_id <> from_user_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The time of the other that the person takes for it; null: none.
  return_starts_at timestamptz,
  return_ends_at timestamptz check (return_ends_at > return_starts_at),
  message text not null check (length(message) <= 1000),
  state text not null default 'pending' check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  answered_at timestamptz,
  check ((return_starts_at is null) = (return_ends_at is null)),
  check ((state = 'pending') = (answered_at is null))
);
create index oncall_swaps_of_rotation on oncall_swaps (rotation_id, id);
create index oncall_swaps_from on oncall_swaps (from_user_id, id);
create index oncall_swaps_to on oncall_swaps (to_user_id, id);
create index oncall_swaps_waiting on oncall_swaps (to_user_id, ends_at) where state = 'pending';

-- The requests that wait for a user, in projects in which they can still be on call.
create function waiting_swaps(for_user bigint) returns setof oncall_swaps language sql stable as $$
  select w.* from oncall_swaps w join oncall_rotations r on r.id = w.rotation_id join oncall_schedules s on s.id = r.schedule_id
    join namespaces n on n.id = s.namespace_id join users u on u.id = w.to_user_id
  where w.to_user_id = for_user and w.state = 'pending' and w.ends_at > now() and not n.inactive
    -- At least reporters.
    and (u.is_admin or access_level_of(u.id, n.ancestor_ids) >= 20)
$$;
