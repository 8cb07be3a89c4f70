-- Durations in hours and minutes, where the settings of the site say so.
create function duration_hours(seconds integer) returns text
  language sql immutable strict parallel safe
  return concat_ws(' ',
    nullif(seconds / 3600, 0) || 'h', nullif(seconds % 3600 / 60, 0) || 'm', nullif(seconds % 60, 0) || 's');

create or replace function human_duration(seconds integer) returns text
  language sql stable parallel safe
  return case
    when seconds > 0 and exists (select 1 from instance_settings where name = 'timeTrackingLimitToHours' and value = 'true')
      then duration_hours(seconds)
    when seconds > 0 then duration_words(seconds)
  end;
