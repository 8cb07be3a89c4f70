-- PostgreSQL's parser of words depends on the locale of the database, keeps paths, hosts and identifiers whole, and takes typographic quotes
-- and emoji for letters. A search compares normalized texts instead, and finds them by the letters that they contain.

-- Titles and names are sorted as people do: "Ärger" before "zebra".
do $$
begin
  -- A PostgreSQL without ICU.
  if not exists (select from pg_collation where collname = 'und-x-icu') then
    create collation "und-x-icu" from "C";
  end if;
end $$;

-- A text in the form in which searches compare it: in lower case, without accents, on one line.
-- `contract/search-text.ts` does the same.
create function search_text(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(given) = length(given) then
    given := lower(given collate "C");
  else
    -- Accents, and what has no width: soft hyphens, joiners, variation selectors.
    given := lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]+', '', 'g') collate "und-x-icu");
    if given ~ '[\u0080-\u036f\u03c2\u1680\u2000-\u206f\u2212]' then
      given := translate(given, 'øđłħŧıð‘’‚‛“”„‟«»‹›‐‑‒–—―−ς' || U&'\0085\1680\2028\2029',
        'odlhtid''''''''""""""''''-------σ    ');
      given := replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    end if;
    -- Together again: the parts of Hangul, kana and the like.
    if given ~ '[\u0370-\u1fff\u3040-\u30ff\U00010000-\U0010ffff]' then
      given := normalize(given, nfc);
    end if;
  end if;
  given := translate(given, E'\t\n\v\f\r', '     ');
  return case when strpos(given, '  ') > 0 then regexp_replace(given, ' {2,}', ' ', 'g') else given end;
end $$;

-- What an index has of a normalized text besides the trigrams of pg_trgm, which knows no letters outside ASCII and no words below three
-- letters: the first two letters of words, and all letters outside ASCII, alone and in pairs.
create function search_letters(given text) returns tsvector language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  words text := regexp_replace(given, '[^a-z0-9]+', ' ', 'g');
  starts text[] := array(select left(word, 2) from string_to_table(words, ' ') word where word <> '');
  others text;
begin
  if octet_length(given) <> length(given) then
    others := regexp_replace(given, '[\u0001-\u007f]+', ' ', 'g');
    starts := starts || array(
      select unnest(array[left(pair, 1), substr(pair, 2), pair])
      -- The pairs that begin at odd places of each run, and those at even ones.
      from unnest(array[others, regexp_replace(others, '(^| )[^ ]', '\1', 'g')]) runs,
        string_to_table(regexp_replace(runs, '([^ ]{2})', '\1 ', 'g'), ' ') pair
      where pair <> '');
  end if;
  return array_to_tsvector(array_remove(starts, ''));
end $$;

create function search_text(title text, description text) returns text language sql immutable parallel safe
  return search_text(title) || E'\n' || coalesce(search_text(left(description, 100000)), '');

-- The title is the first line.
alter table issuables drop column search,
  add column search text not null generated always as (search_text(title, description)) stored,
  add column search_letters tsvector not null generated always as (search_letters(search_text(title, description))) stored;
drop index issuables_title;
create index issuables_search on issuables using gin (search gin_trgm_ops);
create index issuables_search_letters on issuables using gin (search_letters);

create index notes_search on notes using gin (search_text(body) gin_trgm_ops) where not system;
create index notes_search_letters on notes using gin (search_letters(search_text(body))) where not system;

drop index users_search;
create index users_search on users using gin (search_text(username || ' ' || name) gin_trgm_ops);
drop index namespaces_search;
create index namespaces_search on namespaces using gin (search_text(name || ' ' || full_path) gin_trgm_ops);

drop index issuables_by_title;
create index issuables_by_title on issuables (namespace_id, series, state, title collate "und-x-icu", id);
drop index contacts_in_order;
create index contacts_in_order on contacts (namespace_id, active, last_name collate "und-x-icu", first_name collate "und-x-icu", id);
drop index organizations_in_order;
create index organizations_in_order on organizations (namespace_id, active, name collate "und-x-icu", id);
