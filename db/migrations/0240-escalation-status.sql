-- The escalation status of incidents, and the orders of lists by it. It is null until it is set, which counts as triggered.
alter table issuables add column escalation_status text
  check (escalation_status in ('TRIGGERED', 'ACKNOWLEDGED', 'RESOLVED', 'IGNORED'));

create index issuables_by_escalation_status on issuables (namespace_id, series, state,
  array_position(array['TRIGGERED', 'ACKNOWLEDGED', 'RESOLVED', 'IGNORED'],
    case when type = any (array['incident']) then coalesce(escalation_status, 'TRIGGERED') end), id desc);
create index issuables_by_escalation_status_down on issuables (namespace_id, series, state,
  array_position(array['TRIGGERED', 'ACKNOWLEDGED', 'RESOLVED', 'IGNORED'],
    case when type = any (array['incident']) then coalesce(escalation_status, 'TRIGGERED') end) desc nulls last, id desc);
