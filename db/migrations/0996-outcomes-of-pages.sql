-- The page of a person whose outcome an event of a timeline tells: one event, which follows what becomes of the messages.
alter table timeline_events add column page text;
create unique index timeline_events_of_page on timeline_events (issuable_id, page) where page is not null;
