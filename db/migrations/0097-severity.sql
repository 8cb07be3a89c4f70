-- The severity of incidents, and the orders of lists by it and by health status.
alter table issuables add column severity text not null default 'UNKNOWN'
  check (severity in ('UNKNOWN', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'));

create index issuables_by_health_status on issuables (namespace_id, series, state,
  array_position(array['on_track', 'needs_attention', 'at_risk'],
    case when type = any (array['issue', 'task', 'objective', 'key_result', 'ticket']) then health_status end), id desc);
create index issuables_by_health_status_down on issuables (namespace_id, series, state,
  array_position(array['on_track', 'needs_attention', 'at_risk'],
    case when type = any (array['issue', 'task', 'objective', 'key_result', 'ticket']) then health_status end) desc nulls last, id desc);
create index issuables_by_severity on issuables (namespace_id, series, state,
  array_position(array['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], case when type = any (array['incident']) then severity end), id desc);
create index issuables_by_severity_down on issuables (namespace_id, series, state,
  array_position(array['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], case when type = any (array['incident']) then severity end) desc nulls last, id desc);
