-- Added and removed links of issues can be undone, too.
drop index events_own_changes;
create index events_own_changes on events (actor_id, created_at desc, id desc)
  where name in ('issuable.changed', 'issue.closed', 'issue.reopened', 'merge_request.closed', 'merge_request.reopened',
    'epic.closed', 'epic.reopened', 'issue.linked', 'issue.unlinked') and payload->>'changeSetId' is null;

-- The preposition before the items stands by itself: it is left out where the items are not named.
update change_sets set made = (
  select jsonb_agg(each || jsonb_build_object(
    'before', regexp_replace(each->>'before', ' (to|from|on|of)$', ''),
    'preposition', coalesce(substring(each->>'before' from ' (to|from|on|of)$'), '')) order by place)
  from jsonb_array_elements(made) with ordinality as m(each, place))
where made <> '[]';
