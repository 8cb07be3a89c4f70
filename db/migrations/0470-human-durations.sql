-- Most issues have no time. A strict function is not written out in the statements that call it, which made each of them prepare
-- the words of a duration several times, 0.025 ms each, for issues without any.
create function duration_words(seconds integer) returns text
  language sql immutable strict parallel safe
  return concat_ws(' ',
    nullif(seconds / 576000, 0) || 'mo', nullif(seconds % 576000 / 144000, 0) || 'w', nullif(seconds % 144000 / 28800, 0) || 'd',
    nullif(seconds % 28800 / 3600, 0) || 'h', nullif(seconds % 3600 / 60, 0) || 'm', nullif(seconds % 60, 0) || 's');

create or replace function human_duration(seconds integer) returns text
  language sql stable parallel safe
  return case when seconds > 0 then duration_words(seconds) end;
